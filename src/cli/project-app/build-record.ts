import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isObject, parsedJson } from '../../base/json-value';
import type { BuildLayout } from './build-layout';

/**
 * Returns whether an incremental build has seen a source exactly as it is now. The compiler then doesn't write its module
 * again, however new the file is.
 */
export function isRecorded(source: string, { tsconfig, options }: BuildLayout): boolean {
  const config = dirname(tsconfig);
  const { tsBuildInfoFile, outDir } = options;
  const name = tsconfig.slice(config.length + 1).replace(/json$/, 'tsbuildinfo');
  const places =
    typeof tsBuildInfoFile === 'string'
      ? [tsBuildInfoFile]
      : [name, join(typeof outDir === 'string' ? outDir : '.', name)];
  return places.map((place) => resolve(config, place)).some((file) => records(file, source));
}

function records(file: string, source: string): boolean {
  let record: unknown;
  try {
    record = parsedJson(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
  // Before TypeScript 5.6 everything was under `program`.
  const program = isObject(record) && isObject(record['program']) ? record['program'] : record;
  if (!isObject(program)) return false;
  const { fileNames, fileInfos, affectedFilesPendingEmit: pending } = program;
  if (!Array.isArray(fileNames) || !Array.isArray(fileInfos)) return false;
  const at = fileNames.findIndex((name) => resolve(dirname(file), String(name)) === source);
  if (at < 0 || (Array.isArray(pending) && pending.flat().includes(at + 1))) return false;
  const info: unknown = fileInfos[at];
  const version = isObject(info) ? info['version'] : info;
  const text = readFileSync(source, 'utf8').replace(/^\uFEFF/, '');
  return version === createHash('sha256').update(text).digest('hex');
}
