const STOP = new Set(
  'a an and any are as at be by do for from how i in into is it me my of on or that the this to with'.split(
    ' ',
  ),
);

/** Splits text into search words: identifiers are split, words stemmed, stop words removed. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !STOP.has(word))
    .map(stem);
}

// Handles the regular English forms: files, searches, queries, listing, fetched.
function stem(word: string): string {
  if (word.length < 5)
    return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|ss|x)es$/, '$1')
    .replace(/([^s])s$/, '$1')
    .replace(/(?<=[a-z]{3})(?:ing|ed)$/, '')
    .replace(/(?<=[a-z]{3})e$/, '');
}

const SYNONYMS = [
  'write save store put',
  'read open show view cat',
  'fetch download get retrieve',
  'execute run start launch',
  'delete remove erase drop',
  'list show enumerate browse',
  'search find look grep query',
  'update change edit modify rename',
  'create add make new insert',
  'set switch select choose turn enable',
  'directory folder dir',
  'cancel stop kill abort end',
  'await wait finish',
  'web internet online page url',
  'document doc text',
].map((group) => wordsOf(group));

/** Returns the synonyms of a word. */
export function synonymsOf(word: string): string[] {
  return [...new Set(SYNONYMS.filter((group) => group.includes(word)).flat())].filter(
    (each) => each !== word,
  );
}
