import { parse, stringify } from 'smol-toml';

/** Reads a TOML file as plain values, dates as text. */
export function readToml(text: string): unknown {
  try {
    return JSON.parse(JSON.stringify(parse(text)));
  } catch (error) {
    throw new SyntaxError((error as Error).message.split('\n', 1)[0]);
  }
}

/** Returns the TOML text with one table set or removed, as `[a.b]` at its end or in the place of an older one; other lines stay. */
export function editToml(text: string, path: readonly (string | number)[], value: unknown): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const table = value === undefined ? '' : written(path, value).trim().replaceAll('\n', eol) + eol;
  const lines = text.split(/(?<=\n)/);
  const start = lines.findIndex((line) => isHeaderOf(line, path));
  if (start === -1)
    return table === '' ? text : `${text.trimEnd()}${text.trim() === '' ? '' : eol + eol}${table}`;
  let end = start + 1;
  while (end < lines.length && (!isHeader(lines[end]!) || isHeaderOf(lines[end]!, path))) end++;
  // Comments and blank lines above the next table belong to that one.
  while (end < lines.length && end > start + 1 && /^\s*(?:#.*)?\s*$/.test(lines[end - 1]!)) end--;
  return lines.slice(0, start).join('') + table + lines.slice(end).join('');
}

// Tables within the value, such as variables and headers, are named by the whole path too.
function written(path: readonly (string | number)[], value: unknown): string {
  return stringify(path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value));
}

// Whether a line opens the table of the path, or one inside it.
function isHeaderOf(line: string, path: readonly (string | number)[]): boolean {
  const keys = keysOf(line);
  return keys !== undefined && path.every((key, at) => keys[at] === String(key));
}

function isHeader(line: string): boolean {
  return keysOf(line) !== undefined;
}

const KEY = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+)/g;
const HEADER = /^\s*\[\[?((?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\]"'])+)\]\]?\s*(?:#.*)?$/;

function keysOf(line: string): string[] | undefined {
  const inner = HEADER.exec(line.trimEnd())?.[1];
  if (inner === undefined) return undefined;
  return [...inner.matchAll(KEY)].map(([, double, single, bare]) =>
    double === undefined ? (single ?? bare!) : unescaped(double),
  );
}

// The escapes of TOML are those of JSON but for a few, which are compared as they are written.
function unescaped(key: string): string {
  try {
    return JSON.parse(`"${key}"`) as string;
  } catch {
    return key;
  }
}
