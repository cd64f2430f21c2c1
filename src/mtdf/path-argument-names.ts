import type { Option } from './definition';

const PATH_WORDS = new Set([
  'path',
  'paths',
  'file',
  'files',
  'filename',
  'filepath',
  'dir',
  'dirs',
  'directory',
  'directories',
  'folder',
  'pathspec',
]);

/** Returns whether an argument's name suggests a file or directory: `path`, `config_file`, `output-dir`, … */
export function soundsLikePath(option: Pick<Option, 'name' | 'type'>): boolean {
  if (option.type === 'boolean' || option.type === 'integer') return false;
  const words = option.name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  const last = words[words.length - 1];
  return last !== undefined && PATH_WORDS.has(last);
}

/** The formats of an argument: a path, a path or `key=value`, and text that is never a path. */
export const PATH_FORMATS: readonly string[] = ['path', 'path-or-value', 'text'];

/** Returns whether the values of an argument are judged as paths, and whether `key=value` is possible. */
export function pathFormat(option: Option): 'path' | 'path-or-value' | undefined {
  for (const format of [option.format, option.items?.format]) {
    const known = format?.trim().toLowerCase();
    if (known === 'path' || known === 'path-or-value') return known;
  }
  return undefined;
}

/** Returns whether an argument is declared as text that is never a path. */
export function isText(option: Option): boolean {
  return option.format === 'text' || option.items?.format === 'text';
}
