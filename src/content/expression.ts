/** One item of an expression: a category or collection, and patterns for it. */
export interface ExpressionItem {
  readonly name: string;
  /** Empty if the item has no patterns. */
  readonly patterns: readonly string[];
}

/** A parsed expression, in the order written. */
export interface Expression {
  readonly items: readonly ExpressionItem[];
}

/** Where and why an expression is invalid; positions count characters from 0. */
export class ExpressionError extends Error {
  constructor(
    problem: string,
    readonly position: number,
    readonly source: string,
  ) {
    super(`${problem} at position ${position}`);
    this.name = 'ExpressionError';
  }
}

/** Maximum length of a pattern. */
export const MAX_PATTERN = 255;
const MAX_LENGTH = 4_096;
const MAX_PARTS = 200;

/**
 * Parses `name/pattern+pattern,name`; only an item's first slash separates, and empty parts are skipped. A backslash takes
 * the sign after it as it is: `docs/c\\+\\+,docs/a\\[1\\]`.
 */
export function parseExpression(source: string): Expression {
  if (source.length > MAX_LENGTH)
    throw new ExpressionError(`Longer than ${MAX_LENGTH} characters`, MAX_LENGTH, source);
  const control = /\p{Cc}/u.exec(source.replace(/[\t\n\r]/g, ' '));
  if (control) throw new ExpressionError('Control character', control.index, source);
  const items: ExpressionItem[] = [];
  let parts = 0;
  for (const piece of split(source, 0, ',')) {
    if (piece.text.trim() === '') continue;
    const item = parseItem(piece, source);
    parts += 1 + item.patterns.length;
    if (parts > MAX_PARTS) throw new ExpressionError(`More than ${MAX_PARTS} parts`, piece.at, source);
    items.push(item);
  }
  if (!items.length) throw new ExpressionError('Empty expression', 0, source);
  return { items };
}

/** Prints an expression so that parsing it again returns the same tree. */
export function printExpression(expression: Expression): string {
  return expression.items.map(printItem).join(',');
}

/** Returns the expression with `/pattern` appended to each item, as the separate `pattern` argument requests. */
export function withPattern(expression: Expression, pattern: string): Expression {
  const comma = /(?<!\\),/.exec(pattern);
  if (comma) throw new ExpressionError("A pattern must not contain ',' (write \\\\,)", comma.index, pattern);
  const suffix = pattern.trim();
  if (suffix === '') return expression;
  return parseExpression(
    expression.items.map((item) => `${printItem(item).replace(/\/$/, '')}/${suffix}`).join(','),
  );
}

interface Piece {
  readonly text: string;
  readonly at: number;
}

function parseItem(piece: Piece, source: string): ExpressionItem {
  const slash = piece.text.indexOf('/');
  const name = (slash < 0 ? piece.text : piece.text.slice(0, slash)).trim();
  if (name === '') throw new ExpressionError("A name is missing before '/'", piece.at + slash, source);
  // The space that it stood before is not part of the name.
  if (/(?<!\\)(?:\\\\)*\\$/.test(name))
    throw new ExpressionError(
      'A name must not end with a backslash',
      piece.at + piece.text.indexOf(name) + name.length - 1,
      source,
    );
  if (slash < 0) return { name, patterns: [] };
  const patterns: string[] = [];
  for (const part of split(piece.text.slice(slash + 1), piece.at + slash + 1, '+')) {
    const pattern = part.text.trim();
    if (pattern === '') continue;
    refuseUnsafe(pattern, part, source);
    patterns.push(pattern);
  }
  return { name, patterns };
}

// Also checked where files are opened; checked here to report the position.
function refuseUnsafe(pattern: string, part: Piece, source: string): void {
  const at = part.at + part.text.indexOf(pattern);
  if (pattern.length > MAX_PATTERN)
    throw new ExpressionError(`Pattern longer than ${MAX_PATTERN} characters`, at, source);
  if (pattern.startsWith('/') || pattern.startsWith('~') || /^[a-z]:/i.test(pattern)) {
    throw new ExpressionError('Pattern must be relative', at, source);
  }
  const dots = pattern.indexOf('..');
  if (dots >= 0) throw new ExpressionError("Pattern must not contain '..'", at + dots, source);
  const lone = /\\(?![+,[\]{}()*?!])/.exec(pattern);
  if (lone)
    throw new ExpressionError(
      'A backslash must stand before one of + , [ ] { } ( ) * ? !',
      at + lone.index,
      source,
    );
}

function printItem(item: ExpressionItem): string {
  return item.patterns.length ? `${item.name}/${item.patterns.join('+')}` : item.name;
}

function split(text: string, offset: number, separator: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === separator) {
      pieces.push({ text: text.slice(from, at), at: offset + from });
      from = at + 1;
    }
  }
  pieces.push({ text: text.slice(from), at: offset + from });
  return pieces;
}
