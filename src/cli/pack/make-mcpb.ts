import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeDirectory } from '../../disk/make-directory';
import { UsageError } from '../command';
import { projectPackage } from './project-package';

/** The files of a bundle by their paths in it. */
export type BundleFiles = Readonly<Record<string, string>>;

/** The package of the official tool. */
export const MCPB_PACKAGE = '@anthropic-ai/mcpb';

/** Returns the path of the official tool in a project. */
export function mcpbTool(project: string): string {
  return join(dirname(projectPackage(project, MCPB_PACKAGE, 'An .mcpb bundle')), 'cli', 'cli.js');
}

/** Makes an .mcpb file with the official tool, which validates its manifest. */
export async function makeMcpb(files: BundleFiles, cli: string): Promise<Uint8Array> {
  const draft = await mkdtemp(join(tmpdir(), 'toolwright-pack-'));
  try {
    const [inside, out] = [join(draft, 'bundle'), join(draft, 'bundle.mcpb')];
    for (const [path, text] of Object.entries(files)) {
      makeDirectory(dirname(join(inside, path)));
      await writeFile(join(inside, path), text);
    }
    await run(cli, inside, out);
    return await readFile(out);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function run(cli: string, inside: string, out: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [cli, 'pack', inside, out]);
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new UsageError(`mcpb refused the bundle: ${`${stdout}${stderr}`.trim() || message}`);
  }
}
