import { CLOCK, each, LINKS, LIST, RUNS, type CommandRule } from './command-rule';

const READS: CommandRule = { operands: 'read', harmless: true };
const TEXT: CommandRule = { operands: 'text', harmless: true };
const LISTED: CommandRule = { operands: 'read', refused: { '--files0-from': LIST } };

const GREP: CommandRule = {
  operands: 'read',
  walks: { withOptions: ['r', '--recursive', 'd', '--directories'] },
  script: { unless: ['e', 'f', '--regexp', '--file'] },
  valued: [
    'e',
    'f',
    'm',
    'A',
    'B',
    'C',
    'd',
    'D',
    ...long(
      'regexp file max-count after-context before-context context label binary-files devices directories exclude exclude-from exclude-dir include group-separator',
    ),
  ],
  strict: long(
    'regexp file max-count after-context before-context context label binary-files devices directories exclude exclude-from exclude-dir include ' +
      'group-separator no-group-separator extended-regexp fixed-strings basic-regexp perl-regexp ignore-case no-ignore-case word-regexp line-regexp null-data ' +
      'no-messages invert-match version help byte-offset line-number line-buffered with-filename no-filename only-matching quiet silent text ' +
      'recursive dereference-recursive files-without-match files-with-matches count initial-tab null color colour binary unix-byte-offsets',
  ),
  numeric: ['m', 'A', 'B', 'C', ...long('max-count after-context before-context context')],
  text: ['e', '--regexp', '--include', '--exclude', '--exclude-dir', '--label'],
  refused: { R: LINKS, S: LINKS, '--dereference-recursive': LINKS },
  harmless: true,
};

const SED: CommandRule = {
  operands: 'read',
  writesWith: ['i', '--in-place'],
  walks: false,
  script: { unless: ['e', 'f', '--expression', '--file'] },
  valued: ['e', 'f', 'l', ...long('expression file line-length')],
  attached: ['i'],
  suffix: ['i', '--in-place'],
  numeric: ['l', '--line-length'],
  strict: long(
    'expression file line-length quiet silent debug posix regexp-extended separate sandbox unbuffered null-data zero-terminated in-place help version',
  ),
  text: ['e', 'i', '--expression', '--in-place'],
  refused: { '--follow-symlinks': LINKS },
  adds: ['--sandbox'],
};

const AWK: CommandRule = {
  operands: 'read',
  walks: false,
  script: { unless: ['f'] },
  valued: ['F', 'v', 'f'],
  strict: [],
  text: ['F'],
  refused: {
    f: 'its program is in a file, which cannot be judged',
    i: RUNS,
    l: RUNS,
    E: RUNS,
    e: RUNS,
    W: 'it changes how the program is read',
    d: 'it writes',
    o: 'it writes',
    p: 'it writes',
    D: RUNS,
  },
  refusesScript: (script) =>
    /system|getline|ARGV|SYMTAB|[|>@]/.test(script)
      ? 'its program contains `system`, `getline`, `ARGV`, `SYMTAB`, `|`, `>` or `@`, which can run or open anything'
      : undefined,
};

/** Programs that read, unless an option says otherwise. */
export const READER_RULES: Readonly<Record<string, CommandRule>> = {
  ...each(
    'cat head tail tac rev nl od hexdump fold fmt expand unexpand comm cmp base64 base32 sum stat readlink realpath test [',
    READS,
  ),
  strings: { ...READS, refusedWords: { pattern: /^@/, reason: LIST } },
  ...each(
    'echo printf sleep true false seq yes basename dirname whoami id uname pwd nproc arch tr which expr',
    TEXT,
  ),
  ...each('md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum cksum shasum xxhsum rhash', {
    operands: 'read',
    refused: { c: LIST, '--check': LIST },
  }),
  cut: { ...separated('b c d f'), harmless: true },
  paste: { ...separated('d'), harmless: true },
  column: separated('s o'),
  join: { ...separated('t o e'), valued: ['t', 'o', 'e', '1', '2', 'j', 'a', 'v'] },
  ...each('grep egrep fgrep', GREP),
  rgrep: { ...GREP, walks: true, walksByDefault: true },
  ...each('awk gawk mawk nawk original-awk', AWK),
  ...each('ls dir vdir', {
    operands: 'read',
    walks: { withOptions: ['R', '--recursive'] },
    refused: { L: LINKS, '--dereference': LINKS },
    harmless: true,
  }),
  sed: SED,
  wc: LISTED,
  du: { ...LISTED, walksByDefault: true, refused: { ...LISTED.refused, L: LINKS, '--dereference': LINKS } },
  sort: {
    ...LISTED,
    valued: ['o', 'T', 'k', 't', 'S'],
    text: ['k', 't', 'S', '--key', '--field-separator', '--buffer-size'],
    writes: ['o', 'T', '--output', '--temporary-directory'],
    refused: { ...LISTED.refused, '--compress-program': RUNS },
  },
  date: {
    operands: 'read',
    walks: false,
    valued: ['d', 'f', 'r', '--date', '--file', '--reference'],
    text: ['d', '--date'],
    strict: long(
      'date debug file iso-8601 rfc-email rfc-822 rfc-2822 resolution rfc-3339 reference set utc universal uct help version',
    ),
    script: { unless: [] },
    refused: { s: CLOCK, '--set': CLOCK },
    refusesScript: (format) => (/^\d/.test(format) ? CLOCK : undefined),
  },
  // Without it, files in two directories are compared through links.
  diff: { operands: 'read', adds: ['--no-dereference'] },
  jq: {
    operands: 'read',
    refusedWords: {
      pattern: /\b(import|include|modulemeta)\b|^-[^-]*[fL]/,
      reason: 'it would read a program or modules that cannot be judged',
    },
    refused: { '--from-file': LIST, '--library-path': LIST },
  },
  uniq: { operands: 'read', valued: ['f', 's', 'w'], writesFrom: 2 },
  file: {
    operands: 'read',
    refused: {
      f: LIST,
      '--files-from': LIST,
      C: 'it writes',
      '--compile': 'it writes',
      L: LINKS,
      '--dereference': LINKS,
    },
  },
  tree: {
    operands: 'read',
    walksByDefault: true,
    valued: ['L', 'P', 'I', 'o', 'H', 'T'],
    writes: ['o'],
    refused: { l: LINKS, '--fromfile': LIST, '--fromtabfile': LIST, R: 'it writes' },
    refusedUnboxed: { '--info': LINKS },
  },
  rg: {
    operands: 'read',
    walksByDefault: true,
    refused: { L: LINKS, '--follow': LINKS, '--pre': RUNS, '--hostname-bin': RUNS },
  },
  ...each('fd fdfind', {
    operands: 'read',
    walksByDefault: true,
    refused: { x: RUNS, X: RUNS, '--exec': RUNS, '--exec-batch': RUNS, L: LINKS, '--follow': LINKS },
  }),
  ...each('xzcat lzcat lzmadec xzdec zcat bzcat zstdcat lz4cat', {
    operands: 'read',
    opensInside: ['r', 'm', '--recursive'],
    refused: { '--files': LIST, '--files0': LIST, '--filelist': LIST },
  }),
  // Given a file and a directory, they open the file of that name in there.
  ...each('sdiff zdiff zcmp xzdiff xzcmp bzdiff bzcmp lzdiff zstddiff colordiff', {
    operands: 'read',
    opensInside: 'always',
  }),
};

// A filter whose options name separators or fields, which are not paths.
function separated(letters: string): CommandRule {
  const options = letters.split(' ');
  return { operands: 'read', valued: options, text: options };
}

function long(names: string): string[] {
  return names.split(' ').map((name) => `--${name}`);
}
