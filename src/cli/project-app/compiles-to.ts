import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { compilerFor } from '../lint/find-compiler';
import type { BuildLayout } from './build-layout';

/**
 * Returns whether the compiler would write a module as it is: then its source is only newer, as after a checkout. Types of
 * other files aren't read, so the answer may be no for a module that is up to date.
 */
export function compilesTo(
  source: string,
  output: string,
  { project, tsconfig, options }: BuildLayout,
): boolean {
  const ts = compilerFor(project, undefined);
  if (!ts) return false;
  const parsed = ts.convertCompilerOptionsFromJson(options, dirname(tsconfig)).options;
  for (const option of ['composite', 'incremental', 'declaration', 'declarationMap', 'tsBuildInfoFile'])
    delete parsed[option];
  const alone = { ...parsed, isolatedModules: true, noResolve: true, noLib: true, types: [] };
  const written = new Map<string, string>();
  const program = ts.createProgram([source], alone, ts.createCompilerHost(alone));
  program.emit(program.getSourceFile(source), (file, text) => written.set(file, text));
  const now = readFileSync(output, 'utf8');
  return [...written.values()].some((text) => text === now || asResolved(text) === now);
}

// Of a class in another file, decorator metadata is written with a check whether it is one where that file isn't read.
function asResolved(text: string): string {
  return text
    .replace(
      /typeof \(_\w+ = typeof ([\w$.]+) !== "undefined" && \1\) === "function" \? _\w+ : Object/g,
      '$1',
    )
    .replace(/^var _\w+(?:, _\w+)*;\n/m, '');
}
