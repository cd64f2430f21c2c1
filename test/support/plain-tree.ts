import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RE2JS } from 're2js';
import { mediaOf } from '../../src/files/media-kind';
import { wideEncodingOf } from '../../src/files/wide-text';

/** Every path below a directory, parents first and names by code unit, as the plainest of walks finds them. */
export function plainPaths(directory: string, depth = 32, inner = ''): string[] {
  return readdirSync(join(directory, inner))
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => {
      const path = inner === '' ? name : `${inner}/${name}`;
      const isDirectory = lstatSync(join(directory, path)).isDirectory();
      return isDirectory && depth > 1 ? [path, ...plainPaths(directory, depth - 1, path)] : [path];
    });
}

/** What is looked for, as `search_files` takes it. */
export interface PlainSearch {
  readonly content: string;
  readonly regex: boolean;
  readonly ignoreCase: boolean;
}

/** Every matching line below a directory, found by decoding each file and trying each line. */
export function plainMatches(
  directory: string,
  search: PlainSearch,
): { path: string; line: number; text: string }[] {
  const matches = lineTest(search);
  return plainPaths(directory).flatMap((path) => {
    const text = textOf(join(directory, path));
    if (text === undefined) return [];
    return text
      .split('\n')
      .flatMap((line, index) =>
        matches(line) ? [{ path, line: index + 1, text: line.replace(/\r$/, '') }] : [],
      );
  });
}

function lineTest({ content, regex, ignoreCase }: PlainSearch): (line: string) => boolean {
  if (regex) {
    const pattern = RE2JS.compile(content, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return (line) => pattern.matcher(line).find();
  }
  if (!ignoreCase) return (line) => line.includes(content);
  return (line) => line.toLowerCase().includes(content.toLowerCase());
}

function textOf(path: string): string | undefined {
  if (!lstatSync(path).isFile()) return undefined;
  const bytes = readFileSync(path);
  const start = bytes.subarray(0, 8192);
  const wide = wideEncodingOf(start);
  if (wide) return new TextDecoder(wide).decode(bytes);
  return mediaOf(start).kind === 'text' ? bytes.toString('utf8') : undefined;
}
