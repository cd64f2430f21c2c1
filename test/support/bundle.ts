import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(__dirname, '..', '..');

/** Compiles a fixture program and its imports from `src` into one file for plain Node. */
export async function bundle(fixture: string, outfile: string): Promise<string> {
  await build({
    entryPoints: [join(root, 'test', 'fixtures', fixture)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'silent',
  });
  return outfile;
}
