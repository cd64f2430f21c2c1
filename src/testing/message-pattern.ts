// What the policy allows ends its message. Elsewhere an absolute path or a file's address goes on over blanks that lead to a slash.
const SEGMENTS = /[^\s'"`,;:()<>]+(?: [^\s'"`,;:()<>/\\]+[/\\][^\s'"`,;:()<>]*)*/.source;
const START = /(?<![\w\p{L}.:/\\<>~*$}\])-])(?:file:\/\/)?(?:[A-Za-z]:[\\/]|\/(?!\/))/u.source;
const PLACES = new RegExp(`(?<=\\ballowed paths: )[^]+|${START}${SEGMENTS}`, 'gu');

/**
 * Returns a pattern for a failure's message in which absolute paths may be those of another machine, except the ones that its
 * arguments name; undefined if the message has none.
 */
export function messagePattern(message: string, args: Record<string, unknown>): RegExp | undefined {
  const given = textsIn(args);
  const pieces: string[] = [];
  let end = 0;
  for (const { 0: place, index } of message.matchAll(PLACES)) {
    const path = place.replace(/[.!?]+$/, '');
    if (given.some((text) => text.includes(path))) continue;
    pieces.push(literal(message.slice(end, index)));
    end = index + path.length;
  }
  if (!pieces.length) return undefined;
  return new RegExp(`^${[...pieces, literal(message.slice(end))].join('.+')}$`, 's');
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
