const PIECES = / ?[A-Za-z]+|\d{1,3}|\s+|[^\sA-Za-z\d]+/g;
const LONGEST_WORD = 11;
const MARKS_PER_TOKEN = 3.2;
const LONE_SPACE = 0.3;

/** Estimates tokens (o200k) of English text and JSON: by words, groups of digits, and runs of marks. */
export function tokensOfListing(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) tokens += tokensOf(piece);
  return Math.ceil(tokens);
}

function tokensOf(piece: string): number {
  const last = piece.at(-1)!;
  if (/[A-Za-z]/.test(last)) return piece.length <= LONGEST_WORD ? 1 : 2;
  if (/\d/.test(last)) return 1;
  if (/\s/.test(last)) return piece === ' ' ? LONE_SPACE : 1;
  return Math.max(1, piece.length / MARKS_PER_TOKEN);
}
