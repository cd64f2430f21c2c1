import {
  createScanner,
  findNodeAtLocation,
  parse,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';

const COMMENTS = { allowTrailingComma: true, disallowComments: false, allowEmptyContent: true };

/** Reads JSON as editors write it, with comments and trailing commas. */
export function readJson(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(withoutMark(text), errors, COMMENTS);
  const [first] = errors;
  if (first) throw new SyntaxError(`${printParseErrorCode(first.error)} at character ${first.offset}`);
  return value ?? {};
}

/**
 * Returns the JSON text with one value set, or removed if it is undefined. Nothing but that value changes: comments, trailing commas and
 * the layout of everything else stay, which `modify` of jsonc-parser doesn't promise.
 */
export function editJson(text: string, path: readonly (string | number)[], value: unknown): string {
  const plain = withoutMark(text);
  const mark = text.slice(0, text.length - plain.length);
  const layout = layoutOf(plain);
  if (plain.trim() === '') return `${mark}${written(nested(path, value), layout, 0)}${layout.eol}`;
  const root = parseTree(plain, [], COMMENTS)!;
  const node = findNodeAtLocation(root, [...path]);
  if (value === undefined) return mark + (node?.parent ? withoutProperty(plain, node.parent) : plain);
  if (node) return mark + splice(plain, node.offset, node.length, written(value, layout, path.length));
  const empty = emptyAbove(root, path);
  if (empty) {
    const [at, held] = empty;
    return mark + splice(plain, held.offset, held.length, written(nested(path.slice(at), value), layout, at));
  }
  let depth = path.length - 1;
  while (!findNodeAtLocation(root, path.slice(0, depth))) depth--;
  const parent = findNodeAtLocation(root, path.slice(0, depth))!;
  const [key, ...inner] = path.slice(depth);
  const property = `${JSON.stringify(key)}: ${written(nested(inner, value), layout, depth + 1)}`;
  return mark + withProperty(plain, parent, property, layout, depth);
}

// Where null stands in the place of what would hold the value, and how deep that is.
function emptyAbove(root: Node, path: readonly (string | number)[]): [number, Node] | undefined {
  for (let depth = 1; depth < path.length; depth++) {
    const node = findNodeAtLocation(root, path.slice(0, depth));
    if (node?.type === 'null') return [depth, node];
  }
  return undefined;
}

interface Layout {
  readonly indent: string;
  readonly eol: string;
}

function layoutOf(text: string): Layout {
  return { indent: /\n(\t| +)["/]/.exec(text)?.[1] ?? '  ', eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

function written(value: unknown, { indent, eol }: Layout, depth: number): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', eol + indent.repeat(depth));
}

function nested(path: readonly (string | number)[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

// Adds a property after everything that stands in an object, comments included.
function withProperty(text: string, object: Node, property: string, layout: Layout, depth: number): string {
  const closing = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  let after = closing;
  while (/\s/.test(text[after - 1]!)) after--;
  const trailing = last && commaAfter(text, last.offset + last.length, closing) !== undefined;
  const line = layout.eol + layout.indent.repeat(depth + 1) + property + (trailing ? ',' : '');
  const end = text.slice(after, closing).includes('\n') ? '' : layout.eol + layout.indent.repeat(depth);
  const added = splice(text, after, 0, line + end);
  return last && !trailing ? splice(added, last.offset + last.length, 0, ',') : added;
}

// Takes a property away with its comma, and with its line if nothing else stands there.
function withoutProperty(text: string, property: Node): string {
  const siblings = property.parent!.children!;
  const object = property.parent!;
  const closing = object.offset + object.length - 1;
  const end = property.offset + property.length;
  const comma = commaAfter(text, end, closing);
  const stop = comma === undefined ? end : comma + 1;
  const alone = text.slice(object.offset + 1, property.offset) + text.slice(stop, closing);
  if (alone.trim() === '') return splice(text, object.offset, object.length, '{}');
  const from = lineStart(text, property.offset);
  const to = lineEnd(text, stop);
  const cut = splice(text, from, to - from, '');
  const before = siblings[siblings.indexOf(property) - 1];
  if (comma !== undefined || !before) return cut;
  const earlier = commaAfter(text, before.offset + before.length, property.offset);
  return earlier === undefined ? cut : splice(cut, earlier, 1, '');
}

function commaAfter(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  const found = scanner.getTokenOffset();
  return text[found] === ',' && found < to ? found : undefined;
}

// Where the line of a place begins, line break included, if only blanks stand before it.
function lineStart(text: string, at: number): number {
  const blank = /\r?\n[ \t]*$/.exec(text.slice(0, at));
  return blank ? blank.index : at;
}

function lineEnd(text: string, at: number): number {
  const blank = /^[ \t]*(?=\r?\n)/.exec(text.slice(at));
  return blank ? at + blank[0].length : at;
}

function splice(text: string, at: number, length: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at + length);
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}
