import type { OpenApp } from './open-loaded-app';

/** Verifies an open app; closes it if it has mistakes, and throws them. */
export async function verifiedOrClosed(open: OpenApp): Promise<void> {
  try {
    await open.verify();
  } catch (error) {
    await open.close();
    throw error;
  }
}
