/** Returns whether a URI is one of a template's (RFC 6570), read generously: the last variable may hold slashes. */
export function matchesTemplate(uri: string, template: string): boolean {
  if (!/^[a-z][a-z\d+.-]*:/i.test(template)) return false;
  const parts = partsOf(template);
  let ends = new Set([0]);
  for (const part of parts) ends = typeof part === 'string' ? past(part, uri, ends) : within(part, uri, ends);
  return ends.has(uri.length);
}

/** What one expression of a template may stand for. */
interface Expression {
  /** What a value begins with, if there is one at all: `?` of `{?page}`. */
  readonly opener: string;
  /** A character that may be in it. */
  readonly allowed: RegExp;
}

const PATH_SEGMENT = /[^/?#]/;
const PATH = /[^?#]/;
const ANYTHING = /[^]/;

function partsOf(template: string): (string | Expression)[] {
  const pieces = template.split(/(\{[^{}]+\})/).filter(Boolean);
  const last = pieces.findLastIndex((piece) => isExpression(piece));
  return pieces.map((piece, index) => {
    if (!isExpression(piece)) return piece;
    const operator = /^\{([+#./;?&]?)/.exec(piece)![1]!;
    if (operator === '+') return { opener: '', allowed: PATH };
    if (['#', '?', '&'].includes(operator)) return { opener: operator, allowed: ANYTHING };
    if (operator) return { opener: operator, allowed: PATH };
    return { opener: '', allowed: index === last || piece.includes('*') ? PATH : PATH_SEGMENT };
  });
}

function isExpression(piece: string): boolean {
  return piece.startsWith('{') && piece.endsWith('}');
}

function past(text: string, uri: string, starts: ReadonlySet<number>): Set<number> {
  return new Set([...starts].filter((at) => uri.startsWith(text, at)).map((at) => at + text.length));
}

// One pass over the URI for all places at once: a regular expression of several variables may take for ever.
function within({ opener, allowed }: Expression, uri: string, starts: ReadonlySet<number>): Set<number> {
  const ends = new Set(opener ? starts : []);
  let inside = false;
  for (let at = 0; at < uri.length; at++) {
    const begins = starts.has(at) && uri.startsWith(opener, at);
    inside = (inside || begins) && allowed.test(uri[at]!);
    if (inside) ends.add(at + 1);
  }
  return ends;
}
