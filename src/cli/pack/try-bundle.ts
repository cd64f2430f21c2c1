import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../app/package-version';
import type { Io } from '../command';
import type { Bundle } from './bundle-app';

/** What a bundle was seen to offer. */
export interface Offered {
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  readonly prompts: number;
}

/**
 * Starts a bundle once in an empty directory, strictly, and lists what it offers as a client sees it: a bundle that can't
 * serve is found before it is shipped.
 */
export async function tryBundle(
  { text, extension }: Bundle,
  io: Io,
  variables: Readonly<Record<string, string>>,
): Promise<Offered> {
  const directory = await mkdtemp(join(tmpdir(), 'toolwright-pack-'));
  try {
    const file = join(directory, `server${extension}`);
    await writeFile(file, text);
    const { connectRemote } = await import('../../client/remote-peer.js');
    const peer = await connectRemote({
      address: { command: [process.execPath, file, '--strict'] },
      cwd: directory,
      env: { ...variables, ...io.env },
      version: version(),
      asks: false,
      log: () => undefined,
    });
    try {
      const [tools, prompts] = [await peer.tools(), await peer.prompts()];
      return { tools, prompts: prompts.length };
    } finally {
      await peer.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
