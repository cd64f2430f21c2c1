import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { compilerFor } from '../lint/find-compiler';
import type { CompilerOptions } from 'typescript';
import type { Compiler } from '../../generate/typescript-compiler';
import type { BuildLayout } from './build-layout';

/**
 * Returns whether the compiler would write a module as it is: then its source is only newer, as after a checkout. Other files are
 * only read where their types may make the difference.
 */
export function compilesTo(source: string, output: string, layout: BuildLayout): boolean {
  const ts = compilerFor(layout.project, undefined);
  if (!ts) return false;
  const now = readFileSync(output, 'utf8');
  const alone = modulesOf(ts, source, layout, { isolatedModules: true, noResolve: true, noLib: true });
  if (alone.some((text) => text === now || asResolved(text) === now)) return true;
  if (!alone.some((text) => withoutTypes(text) === withoutTypes(now))) return false;
  return modulesOf(ts, source, layout, {}).includes(now);
}

// What the compiler writes for one source.
function modulesOf(
  ts: Compiler,
  source: string,
  { tsconfig, options }: BuildLayout,
  more: CompilerOptions,
): string[] {
  const parsed = ts.convertCompilerOptionsFromJson(options, dirname(tsconfig)).options;
  for (const option of ['composite', 'incremental', 'declaration', 'declarationMap', 'tsBuildInfoFile'])
    delete parsed[option];
  const all = { ...parsed, ...more, ...(more.noResolve && { types: [] }) };
  const written: string[] = [];
  const program = ts.createProgram([source], all, ts.createCompilerHost(all));
  program.emit(program.getSourceFile(source), (_, text) => written.push(text));
  return written;
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

// Types of other files decide what is recorded of them, which imports and helpers are needed for that, and the values of a
// `const enum`.
function withoutTypes(text: string): string {
  return text
    .replace(/^var __\w+ = \(this && [^]*?^\}.*;\n/gm, '')
    .replace(/\b\w+_\d+\./g, '')
    .replace(/^ *__metadata\(.*\n/gm, '')
    .replace(/^(?:import .*|const \w+ = .*require\(.*|export \{\};|var _\w+(?:, _\w+)*;)\n/gm, '')
    .replace(/(?:-?[\d.]+|"[^"\n]*") \/\* ([\w$.]+) \*\//g, '$1')
    .replace(/,(?=\n\])/g, '');
}
