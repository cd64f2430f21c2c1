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
  const header = `[${path.map((key) => quoted(String(key))).join('.')}]`;
  const table =
    value === undefined ? '' : `${header}\n${stringify(value)}`.trimEnd().replaceAll('\n', eol) + eol;
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

// Whether a line opens the table of the path, or one inside it.
function isHeaderOf(line: string, path: readonly (string | number)[]): boolean {
  const keys = keysOf(line);
  return keys !== undefined && path.every((key, at) => keys[at] === String(key));
}

function isHeader(line: string): boolean {
  return keysOf(line) !== undefined;
}

const HEADER = /^\s*\[\[?([^\]]+)\]\]?\s*(?:#.*)?$/;

function keysOf(line: string): string[] | undefined {
  const inner = HEADER.exec(line.trimEnd())?.[1];
  if (inner === undefined) return undefined;
  return [...inner.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare!,
  );
}

function quoted(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}
