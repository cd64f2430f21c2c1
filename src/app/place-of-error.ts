import { isError } from '../base/any-realm';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns where an author's code threw an error, as `FILE:LINE`; undefined if its stack doesn't say. */
export function placeInStack(error: unknown): string | undefined {
  const stack = isError(error) ? (error.stack ?? '') : '';
  // A module that can't be parsed is named above the message, others in the frames below it.
  const [, parsed] = /^(\/.+|[A-Z]:\\.+|file:\/\/.+):\d+$/m.exec(stack.split('\n', 1)[0]!) ?? [];
  if (parsed !== undefined) return shown(stack.split('\n', 1)[0]!);
  for (const line of stack.split('\n')) {
    if (APPLIES_DECORATORS.test(line)) continue;
    const [, place] = /^\s+at (?:.* \()?((?:file:\/\/|\/|[A-Z]:\\).+?:\d+):\d+\)?$/.exec(line) ?? [];
    if (place !== undefined && !/[\\/]node_modules[\\/]/.test(place)) return shown(place);
  }
  return undefined;
}

// What a compiler adds to a module is not its author's.
const APPLIES_DECORATORS =
  /^\s+at (?:__decorate|__esDecorate|__decorateClass|__decorateElement|__runInitializers)\b/;

function shown(place: string): string {
  if (!place.startsWith('file:')) return place;
  const [, url, line] = /^(.+):(\d+)$/.exec(place)!;
  return `${fileURLToPath(url!)}:${line}`;
}

const MOST_MODULES = 200;
const IMPORTED = /(?:\bfrom|\bimport|\brequire\()\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;

/** Returns a module and those that it imports by a path, as far as they exist, the nearest first. */
export function modulesFrom(file: string): string[] {
  const found = [file];
  for (let at = 0; at < found.length && found.length < MOST_MODULES; at++) {
    const from = found[at]!;
    for (const [, , path] of textOf(from).matchAll(IMPORTED)) {
      const module = [path!, `${path}.js`].map((name) => resolve(dirname(from), name)).find(isModule);
      if (module !== undefined && !found.includes(module)) found.push(module);
    }
  }
  return found;
}

/** Finds the first line that matches, in a module or in those it imports; as `FILE:LINE` with its text. */
export function placeOfLine(
  file: string,
  pattern: RegExp,
): { readonly place: string; readonly text: string } | undefined {
  for (const module of modulesFrom(file)) {
    const lines = textOf(module).split('\n');
    const at = lines.findIndex((line) => pattern.test(line));
    if (at >= 0) return { place: `${module}:${at + 1}`, text: lines[at]!.trim() };
  }
  return undefined;
}

const MOST_CHECKED = 20;
const LONGEST_CHECK_MS = 5_000;

/** Finds the module that Node can't parse: for an ES module, its error doesn't say which. Nothing of them is run. */
export function placeOfSyntaxError(file: string): string | undefined {
  for (const module of modulesFrom(file).slice(0, MOST_CHECKED)) {
    const { status, stderr } = spawnSync(process.execPath, ['--check', module], {
      encoding: 'utf8',
      timeout: LONGEST_CHECK_MS,
    });
    if (status === null) return undefined;
    const first = stderr.split('\n', 1)[0]!;
    if (status !== 0) return /:\d+$/.test(first) ? shown(first) : module;
  }
  return undefined;
}

function isModule(file: string): boolean {
  return /\.[cm]?js$/.test(file) && existsSync(file);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
