/** What is known about a program's arguments; everything else is judged as a possible path. */
export interface CommandRule {
  /** What its operands are: paths it reads, paths it writes, or plain text. */
  readonly operands: 'read' | 'write' | 'text';
  /** Whether it recurses into directories, so that nothing in them may be denied; true by default. */
  readonly walks?: boolean | { readonly withOptions: readonly string[] };
  /** The first operand is a pattern or script, unless one of these options provides it. */
  readonly script?: { readonly unless: readonly string[] };
  /** Options that take a value, short ones as letters; needed to identify operands. */
  readonly valued?: readonly string[];
  /** Options whose value, if any, is attached to their letter. */
  readonly attached?: readonly string[];
  /** Options whose value must be a number; otherwise the program would interpret it differently. */
  readonly numeric?: readonly string[];
  /** Options whose value is plain text. */
  readonly text?: readonly string[];
  /** Options whose value is a path to write. */
  readonly writes?: readonly string[];
  /** Options that cannot be judged or lead out of the roots, with the reason. */
  readonly refused?: Readonly<Record<string, string>>;
  /** The same, but only before the first operand, as in `git -c … log`. */
  readonly refusedInFront?: Readonly<Record<string, string>>;
  /** Options that make it write to its operands. */
  readonly writesWith?: readonly string[];
  /** Whether it recurses into the working directory if no path is given. */
  readonly walksByDefault?: boolean;
  /** Operands from this one on (counted from 1) are written. */
  readonly writesFrom?: number;
  /** Arguments to prepend, which make the program safer. */
  readonly adds?: readonly string[];
  /** Whether a first argument without a dash is a cluster of options, as in `tar xf`. */
  readonly bundledFirst?: boolean;
  /** What no argument may contain, with the reason. */
  readonly refusedWords?: { readonly pattern: RegExp; readonly reason: string };
  /** Refuse options that are not listed, since their values cannot be distinguished from operands. */
  readonly strict?: readonly string[];
  /** Only reads, whatever its arguments, so it is safe after `xargs`. */
  readonly harmless?: boolean;
  /** Judges the script itself; returns the reason to refuse it. */
  readonly refusesScript?: (script: string) => string | undefined;
}

const LINKS = 'it would follow links out of the allowed paths';
const LIST = 'it takes path names from a file, which cannot be judged in advance';
const RUNS = 'it runs another program';

const READS: CommandRule = { operands: 'read', harmless: true };
const TEXT: CommandRule = { operands: 'text', harmless: true };
const WRITES: CommandRule = { operands: 'write' };
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
  refused: { R: LINKS, '--dereference-recursive': LINKS },
  harmless: true,
};

const SED: CommandRule = {
  operands: 'read',
  writesWith: ['i', '--in-place'],
  walks: false,
  script: { unless: ['e', 'f', '--expression', '--file'] },
  valued: ['e', 'f', 'l', ...long('expression file line-length')],
  attached: ['i'],
  numeric: ['l', '--line-length'],
  strict: long(
    'expression file line-length quiet silent debug posix regexp-extended separate sandbox unbuffered null-data zero-terminated in-place help version',
  ),
  text: ['e', '--expression'],
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
  },
  refusesScript: (script) =>
    /system|getline|ARGV|[|>@]/.test(script)
      ? 'its program contains `system`, `getline`, `ARGV`, `|`, `>` or `@`, which can run or open anything'
      : undefined,
};

/** The programs whose arguments are known, by name. */
export const COMMAND_RULES: Readonly<Record<string, CommandRule>> = {
  ...each(
    'cat head tail tac rev nl od hexdump strings fold fmt expand unexpand comm cmp base64 base32 sum stat readlink realpath test [',
    READS,
  ),
  ...each(
    'echo printf sleep true false seq yes basename dirname whoami id uname pwd nproc arch tr which expr',
    TEXT,
  ),
  ...each('tee touch mkdir', { ...WRITES, walks: false }),
  ...each('cp mv ln rm rmdir truncate dd chmod chown chgrp shred unlink csplit', WRITES),
  ...each('md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum', {
    operands: 'read',
    refused: { c: LIST, '--check': LIST },
  }),
  cut: { ...separated('b c d f'), harmless: true },
  paste: { ...separated('d'), harmless: true },
  column: separated('s o'),
  join: { ...separated('t o e'), valued: ['t', 'o', 'e', '1', '2', 'j', 'a', 'v'] },
  ...each('grep egrep fgrep', GREP),
  ...each('awk gawk mawk nawk original-awk', AWK),
  ls: {
    operands: 'read',
    walks: { withOptions: ['R', '--recursive'] },
    refused: { L: LINKS, '--dereference': LINKS },
    harmless: true,
  },
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
  // Without it, files in two directories are compared through links.
  diff: { operands: 'read', adds: ['--no-dereference'] },
  jq: {
    operands: 'read',
    refusedWords: { pattern: /\b(import|include)\b/, reason: 'it would read modules from anywhere' },
  },
  split: { operands: 'write', refused: { '--filter': RUNS } },
  install: { operands: 'write', refused: { '--strip-program': RUNS, s: RUNS, '--strip': RUNS } },
  uniq: { operands: 'read', valued: ['f', 's', 'w'], writesFrom: 2 },
  date: { operands: 'read', walks: false, refused: { s: 'it sets the clock', '--set': 'it sets the clock' } },
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
    refused: { l: LINKS, '--fromfile': LIST },
  },
  rg: {
    operands: 'read',
    walksByDefault: true,
    refused: { L: LINKS, '--follow': LINKS, '--pre': RUNS, '--hostname-bin': RUNS },
  },
  cp: { operands: 'write', refused: { L: LINKS, '--dereference': LINKS } },
  tar: {
    operands: 'write',
    bundledFirst: true,
    refused: {
      I: RUNS,
      F: RUNS,
      T: LIST,
      '--files-from': LIST,
      '--to-command': RUNS,
      '--checkpoint-action': RUNS,
      '--use-compress-program': RUNS,
      '--rsh-command': RUNS,
      '--rmt-command': RUNS,
      '--info-script': RUNS,
      '--new-volume-script': RUNS,
      h: LINKS,
      '--dereference': LINKS,
      P: LINKS,
      '--absolute-names': LINKS,
    },
  },
  git: {
    operands: 'write',
    walks: false,
    refusedInFront: { c: RUNS, '--config-env': RUNS, '--exec-path': RUNS },
    refused: {
      '--upload-pack': RUNS,
      '--receive-pack': RUNS,
      '--ext-diff': RUNS,
      '--open-files-in-pager': RUNS,
    },
  },
};

/** Programs that run other commands in a way that cannot be judged from their arguments. */
export const OPAQUE: ReadonlySet<string> = new Set(
  (
    'sudo sudoedit doas su runuser pkexec chroot unshare nsenter setpriv setarch capsh systemd-run machinectl bwrap firejail proot fakeroot ' +
    'parallel strace ltrace gdb lldb valgrind script scriptreplay watch entr at batch crontab start-stop-daemon daemonize screen tmux expect ' +
    'socat ncat nc netcat flock taskset chrt rlwrap dbus-run-session xvfb-run xterm run-parts ld.so csh tcsh fish ' +
    'vi vim nvim view ex ed red emacs nano pico less more most man info mail mailx ' +
    'command builtin exec eval source alias trap cd hash export set unset readonly declare typeset local enable shopt let mapfile ' +
    'readarray read getopts wait jobs fg bg ulimit umask bind'
  ).split(' '),
);

// A filter whose options name separators or fields, which are not paths.
function separated(letters: string): CommandRule {
  const options = letters.split(' ');
  return { operands: 'read', valued: options, text: options };
}

function each(names: string, rule: CommandRule): Record<string, CommandRule> {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]));
}

function long(names: string): string[] {
  return names.split(' ').map((name) => `--${name}`);
}
