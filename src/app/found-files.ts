import { resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import type { LoadedConfig } from '../config';
import { moduleFiles } from './load-modules';
import { definitionDirs, namedDefinitionDirs } from './wiring/find-definition-dirs';
import { WorkspaceTrust, type Steering } from './workspace-trust';

/**
 * Judges what a server with this configuration would find in its working directory without anybody having named it, and uses
 * none of it: what is trusted is in `used` of what is returned, the rest in `leftOut`.
 */
export async function judgeFound(
  loaded: LoadedConfig,
  at: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<WorkspaceTrust> {
  const { config, sources } = loaded;
  const trust = new WorkspaceTrust({ ...loaded, ...at });
  const accepts = await trust.judge();
  const named = namedDefinitionDirs({ config, trust });
  const dirs = definitionDirs(config, sources).filter((dir) => !named.includes(dir));
  const { definitionFiles, guidanceFileOf } = await import('../mtdf/read-definition-files.js');
  const { definitionKindOf } = await import('../mtdf/load-definitions.js');
  for (const dir of dirs.map((one) => resolve(at.cwd, one))) {
    const found = await definitionFiles(dir);
    for (const read of found) if ('text' in read) accepts(read.file, read.text, definitionKindOf(read.text));
    const guidance = found.length ? await guidanceFileOf(dir) : undefined;
    if (guidance && 'text' in guidance) accepts(guidance.file, guidance.text, 'guidance');
  }
  const judge = (file: string, kind: Steering): void => {
    const content = contentOf(file);
    if (content !== undefined) accepts(file, content, kind);
  };
  const { prompts, modules } = config;
  if (prompts !== undefined && !trust.isNamed('prompts', prompts)) judge(resolve(at.cwd, prompts), 'prompts');
  for (const pattern of modules.filter((one) => !trust.isNamed('modules', one)))
    for (const file of await moduleFiles(pattern, at.cwd)) judge(file, 'module');
  return trust;
}

function contentOf(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
