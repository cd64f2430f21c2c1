import { isDeepStrictEqual } from 'node:util';
import { isMap, isSeq, parseDocument, stringify, type Document, type Node, type Pair } from 'yaml';

type Path = readonly (string | number)[];

/** Reads a YAML file. */
export function readYaml(text: string): unknown {
  return documentOf(text).toJS() ?? {};
}

/**
 * Returns the YAML text with one value set or removed. Other lines stay as they are, which the printer of `yaml` doesn't promise; only
 * where the value stands among others on one line is the file printed anew.
 */
export function editYaml(text: string, path: Path, value: unknown): string {
  const document = documentOf(text);
  const meant = value === undefined ? withoutEmpty(document, path) : path;
  const lines = editLines(text, document, meant, value);
  if (value === undefined) document.deleteIn(meant);
  else {
    for (let depth = 1; depth < meant.length; depth++)
      if (document.getIn(meant.slice(0, depth)) === null) document.deleteIn(meant.slice(0, depth));
    document.setIn(meant, document.createNode(value));
  }
  if (lines !== undefined && isSame(lines, document)) return lines;
  return document.toString({ lineWidth: 0 });
}

function documentOf(text: string): Document {
  const document = parseDocument(text);
  const [first] = document.errors;
  if (first) throw new SyntaxError(first.message.split('\n', 1)[0]);
  return document;
}

function isSame(text: string, document: Document): boolean {
  const read = parseDocument(text);
  return !read.errors.length && isDeepStrictEqual(read.toJS() ?? {}, document.toJS() ?? {});
}

// What holds nothing else than the value goes with it.
function withoutEmpty(document: Document, path: Path): Path {
  const above = path.slice(0, -1);
  const holder = above.length ? document.getIn(above, true) : undefined;
  const isAlone = (isMap(holder) || isSeq(holder)) && holder.items.length === 1;
  return isAlone ? withoutEmpty(document, above) : path;
}

function editLines(text: string, document: Document, path: Path, value: unknown): string | undefined {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
  const whole = (made: readonly string[]): string => (made.length ? made.join(eol) + eol : '');
  const there = document.getIn(path, true) as Node | undefined;
  if (there !== undefined) {
    const [from, to] = linesOf(text, lines, document, path) ?? [];
    if (from === undefined) return undefined;
    const made = value === undefined ? [] : written(path.slice(-1), value, indentOf(lines[from]!));
    return whole([...lines.slice(0, from), ...made, ...lines.slice(to)]);
  }
  let depth = path.length - 1;
  while (depth > 0 && document.getIn(path.slice(0, depth), true) === undefined) depth--;
  const holder = depth === 0 ? document.contents : (document.getIn(path.slice(0, depth), true) as Node);
  const isFilled = (isMap(holder) || isSeq(holder)) && holder.items.length > 0;
  if (isFilled) {
    const last = isMap(holder) ? keyOf(holder.items.at(-1)!) : holder.items.length - 1;
    const [from, to] = linesOf(text, lines, document, [...path.slice(0, depth), last]) ?? [];
    if (from === undefined) return undefined;
    const made = written(path.slice(depth), value, indentOf(lines[from]!));
    return whole([...lines.slice(0, to), ...made, ...lines.slice(to)]);
  }
  if (depth === 0) return whole([...withoutBlankEnd(lines), ...written(path, value, '')]);
  return filled(text, lines, document, { path, depth, holder, value, whole });
}

interface Empty {
  readonly path: Path;
  readonly depth: number;
  readonly holder: Node | null;
  readonly value: unknown;
  whole(lines: readonly string[]): string;
}

// What is there and empty (nothing, null, {} or []) makes room for lines below its key.
function filled(
  text: string,
  lines: readonly string[],
  document: Document,
  { path, depth, holder, value, whole }: Empty,
): string | undefined {
  const [from, to] = linesOf(text, lines, document, path.slice(0, depth)) ?? [];
  if (from === undefined || to !== from + 1 || !holder?.range) return undefined;
  const column = holder.range[0] - lineBegin(text, holder.range[0]);
  const line = lines[from]!;
  const comment = line.slice(column + holder.range[1] - holder.range[0]).trim();
  const key = `${line.slice(0, column).trimEnd()} ${comment}`.trimEnd();
  const made = written(path.slice(depth), value, `${indentOf(line)}  `);
  return whole([...lines.slice(0, from), key, ...made, ...lines.slice(to)]);
}

// The lines that a value stands on with its key, without comments and blank lines below it; undefined if it shares them.
function linesOf(
  text: string,
  lines: readonly string[],
  document: Document,
  path: Path,
): [number, number] | undefined {
  const above = path.slice(0, -1);
  const holder = above.length ? document.getIn(above, true) : document.contents;
  const last = path.at(-1)!;
  if (!(isMap(holder) || isSeq(holder)) || holder.flow) return undefined;
  const first = isMap(holder)
    ? (holder.items.find((pair) => keyOf(pair) === String(last))?.key as Node | undefined)
    : (holder.items[Number(last)] as Node | undefined);
  if (!first?.range) return undefined;
  const begin = lineBegin(text, first.range[0]);
  const from = text.slice(0, begin).split('\n').length - 1;
  const before = text.slice(begin, first.range[0]);
  if (!(isMap(holder) ? /^ *$/ : /^ *- +$/).test(before)) return undefined;
  const indent = indentOf(lines[from]!).length;
  let to = from + 1;
  while (to < lines.length && belongs(lines[to]!, indent, isMap(holder))) to++;
  while (to > from + 1 && /^\s*(?:#.*)?$/.test(lines[to - 1]!)) to--;
  return [from, to];
}

// A list may stand as far to the left as the key that it belongs to.
function belongs(line: string, indent: number, isOfMap: boolean): boolean {
  if (/^\s*(?:#.*)?$/.test(line)) return true;
  const own = indentOf(line).length;
  return own > indent || (isOfMap && own === indent && /^ *-(?: |$)/.test(line));
}

function lineBegin(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function indentOf(line: string): string {
  return /^ */.exec(line)![0];
}

function keyOf({ key }: Pair): string {
  return String((key as { value?: unknown } | null)?.value);
}

function written(path: Path, value: unknown, indent: string): string[] {
  const nested = path.reduceRight<unknown>(
    (inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }),
    value,
  );
  const text = stringify(nested, { lineWidth: 0 }).trimEnd();
  return text.split('\n').map((line) => (line === '' ? line : indent + line));
}

function withoutBlankEnd(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1);
}
