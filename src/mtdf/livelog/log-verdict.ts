/** A model's verdict on a chunk. */
export type Verdict =
  | { readonly kind: 'clean' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'alert'; readonly summary: string };

const LONGEST_SUMMARY = 1_000;
const OPENING = /<(?:think|thinking|thought|reasoning)>/i;
const CLOSING = /<\/(?:think|thinking|thought|reasoning)>/gi;

/** Parses a model's answer: CLEAN, however formatted, is clean; no text is empty; anything else is an alert. */
export function verdictIn(answer: string): Verdict {
  const said = withoutThoughts(answer).trim();
  if (words(said) === '') return { kind: 'empty' };
  const [firstLine = ''] = said.split('\n');
  if (isClean(said) || isClean(firstLine)) return { kind: 'clean' };
  const summary = said.replace(/\s+/g, ' ');
  return {
    kind: 'alert',
    summary: summary.length > LONGEST_SUMMARY ? `${summary.slice(0, LONGEST_SUMMARY)}…` : summary,
  };
}

function isClean(text: string): boolean {
  return /^(?:(?:final )?(?:answer|result|status|verdict) )?clean$/.test(words(text));
}

function words(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

// Reasoning is in tags; some models omit the opening tag, and a truncated answer has no closing tag.
function withoutThoughts(answer: string): string {
  const opening = OPENING.exec(answer)?.index;
  const closing = [...answer.matchAll(CLOSING)].pop();
  if (opening === undefined && !closing) return answer;
  const before = opening === undefined ? '' : answer.slice(0, opening);
  return closing ? `${before}\n${answer.slice(closing.index + closing[0].length)}` : before;
}
