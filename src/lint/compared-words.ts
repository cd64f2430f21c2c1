/** Splits a name in any style into the words that rules compare, in lower case: `getUserByID` and `get-user_by-id` give the same. */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Returns the words of a text, in lower case. */
export function wordsOfText(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

const FILLER = new Set(
  'a an the of to for in on by with from and or is are be this that it its as at your you tool function'.split(
    ' ',
  ),
);

/** Returns the words of a text that mean something. */
export function contentWords(text: string): string[] {
  return wordsOfText(text).filter((word) => !FILLER.has(word));
}

/** Returns a word without the ending of its plural or verb form, so that `files`, `file` and `lists`, `list` compare equal. */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ses|xes|ches|shes)$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

const REMOVING = [
  'delete',
  'remove',
  'drop',
  'purge',
  'destroy',
  'erase',
  'wipe',
  'truncate',
  'uninstall',
  'revoke',
];
const CHANGING = [
  ...[
    'create',
    'add',
    'insert',
    'append',
    'write',
    'update',
    'edit',
    'modify',
    'set',
    'put',
    'patch',
    'replace',
  ],
  ...[
    'rename',
    'move',
    'upload',
    'send',
    'post',
    'publish',
    'install',
    'deploy',
    'merge',
    'push',
    'commit',
    'kill',
  ],
  ...[
    'save',
    'store',
    'archive',
    'assign',
    'cancel',
    'close',
    'reopen',
    'restart',
    'reset',
    'apply',
    'submit',
  ],
];
const READING = [
  'get',
  'list',
  'read',
  'search',
  'find',
  'describe',
  'show',
  'view',
  'lookup',
  'count',
  'query',
  'fetch',
];

/** What the verb of a tool's name says it does. */
export type VerbKind = 'removes' | 'changes' | 'reads';

const KINDS = new Map<string, VerbKind>([
  ...REMOVING.map((verb) => [verb, 'removes'] as const),
  ...CHANGING.map((verb) => [verb, 'changes'] as const),
  ...READING.map((verb) => [verb, 'reads'] as const),
]);

/** Returns the verb of a tool's name and what it says; the verb is the first word, or the second after a prefix. */
export function verbOf(
  words: readonly string[],
): { readonly verb: string; readonly kind: VerbKind } | undefined {
  for (const verb of words.slice(0, 2)) {
    const kind = KINDS.get(verb);
    if (kind) return { verb, kind };
    // A first word that is a verb of another kind is no prefix: `check_update_status` doesn't update.
    if (OTHER_VERBS.has(verb)) return undefined;
  }
  return undefined;
}

const OTHER_VERBS = new Set(
  'check validate test verify preview plan estimate compare watch wait explain simulate convert parse render analyze analyse generate run execute call open start stop enable disable is has can dry new'.split(
    ' ',
  ),
);
