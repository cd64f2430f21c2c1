import { GROUPS, MEANINGS } from './synonym-groups';

const STOP = new Set(
  (
    'a an all and any are as at be been but by can could did do does every for from get give had has have how i if in into is it ' +
    'its just let like me my need not now of off on one or our out please should so some something that the their them ' +
    'then there these they this to tool up us use used using want was we were what when where which while who why will with would ' +
    'without you your'
  ).split(' '),
);
const RELATED_WEIGHT = 0.5;
const MEANT_WEIGHT = 0.7;

/** Splits text into search words: identifiers are split, words stemmed, stop words removed. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !STOP.has(word))
    .map(stem);
}

// Handles the regular English forms: files, searches, queries, listing, fetched, stopped, creation.
function stem(word: string): string {
  if (word.length < 5)
    return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|ss|x)es$/, '$1')
    .replace(/([^su])s$/, '$1')
    .replace(/(?<=[a-z]{3})(?:ing|ed)$/, '')
    .replace(/([bdgklmnprt])\1$/, '$1')
    .replace(/(?<=[a-z]{3})(?:ation|ition)$/, '')
    .replace(/(?<=[a-z]{3})(?:e|at)$/, '');
}

const related = new Map<string, [word: string, weight: number][]>();

/** Returns words that mean about the same in questions about tools, each with how much it counts. */
export function relatedWords(word: string): readonly [word: string, weight: number][] {
  if (!related.size) fill();
  return related.get(word) ?? [];
}

function fill(): void {
  const add = (word: string, others: readonly string[], weight: number): void => {
    const known = related.get(word) ?? [];
    for (const other of others)
      if (other !== word && !known.some(([each]) => each === other)) known.push([other, weight]);
    related.set(word, known);
  };
  for (const [word, meant] of Object.entries(MEANINGS))
    for (const each of wordsOf(word)) add(each, wordsOf(meant), MEANT_WEIGHT);
  for (const group of GROUPS) {
    const words = wordsOf(group);
    for (const word of words) add(word, words, RELATED_WEIGHT);
  }
}
