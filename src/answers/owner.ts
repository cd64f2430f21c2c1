import type { Session } from '../tool-context';

/** Returns for whom an answer is kept: one connection; calls without a session share what they keep. */
export function ownerOf(session: Session | undefined): string {
  return session?.id ?? '';
}
