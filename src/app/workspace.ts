import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CONFIG_FILE, readConfig, type LoadedConfig } from '../config';
import { definitionDirs } from './wiring/find-definition-dirs';
import { moduleFiles } from './load-modules';
import type { Steering } from './workspace-trust';

/** A file of a directory that would steer a server started there. */
export interface SteeringFile {
  readonly file: string;
  readonly kind: Steering;
  readonly content: Uint8Array;
}

/** Returns every file of a directory that would steer a server started there, without using any of it. */
export async function workspaceFiles(cwd: string): Promise<SteeringFile[]> {
  const path = resolve(cwd, CONFIG_FILE);
  const there = await readFile(path).catch(() => undefined);
  // Its problems are for the server to report; what can be read of it is enough to know what it leads to.
  const { loaded } = await readConfig({ cwd, env: {}, ...(there && { path }) });
  const named = await namedFiles(loaded, cwd);
  const files: SteeringFile[] = there ? [{ file: path, kind: 'configuration', content: there }] : [];
  for (const [file, kind] of [...(await definitionParts(loaded, cwd)), ...named]) {
    if (files.some((one) => one.file === file)) continue;
    const content = await readFile(file).catch(() => undefined);
    if (content) files.push({ file, kind, content });
  }
  return files;
}

async function definitionParts(
  { config, sources }: LoadedConfig,
  cwd: string,
): Promise<(readonly [string, Steering])[]> {
  const { definitionFiles, guidanceFileOf } = await import('../mtdf/read-definition-files.js');
  const { guidance } = config.definitions;
  const parts: [string, Steering][] = guidance === undefined ? [] : [[resolve(cwd, guidance), 'guidance']];
  for (const dir of definitionDirs(config, sources)) {
    const found = await definitionFiles(resolve(cwd, dir));
    if (!found.length) continue;
    parts.push(...found.map(({ file }): [string, Steering] => [file, 'definition']));
    const beside = await guidanceFileOf(resolve(cwd, dir));
    if (beside) parts.push([beside.file, 'guidance']);
  }
  return parts;
}

async function namedFiles({ config }: LoadedConfig, cwd: string): Promise<(readonly [string, Steering])[]> {
  const { prompts, app, modules } = config;
  const found = (await Promise.all(modules.map((pattern) => moduleFiles(pattern, cwd)))).flat();
  return [
    ...(prompts === undefined ? [] : [[resolve(cwd, prompts), 'prompts'] as const]),
    ...(app === undefined ? [] : [[resolve(cwd, app), 'app'] as const]),
    ...found.map((file) => [file, 'module'] as const),
  ];
}
