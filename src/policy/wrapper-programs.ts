/** What a wrapper program runs: a command, or a line for a shell. */
export type WrappedCommand =
  | { readonly runs: 'command'; readonly words: readonly string[]; readonly variables: readonly string[] }
  /** As above, with further arguments taken from its input. */
  | { readonly runs: 'command-with-input'; readonly words: readonly string[] }
  | { readonly runs: 'line'; readonly line: string };

/** Removes a wrapper's own arguments; calls `refuse` for unknown ones. */
export type Unwrap = (args: readonly string[], refuse: (reason: string) => never) => WrappedCommand;

interface Grammar {
  readonly flags?: readonly string[];
  readonly valued?: readonly string[];
  /** Number of operands before the command. */
  readonly operands?: number;
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*=/;
const SHELL_FLAGS = /^-[eux]*c[eux]*$/;

/** Programs that run another command, by name, and how to find that command. */
export const WRAPPERS: Readonly<Record<string, Unwrap>> = {
  env: unwrapEnv,
  xargs: unwrapXargs,
  nice: plain({ valued: ['-n', '--adjustment'] }),
  nohup: plain({}),
  timeout: plain({
    flags: ['--preserve-status', '--foreground', '-v', '--verbose'],
    valued: ['-k', '--kill-after', '-s', '--signal'],
    operands: 1,
  }),
  stdbuf: plain({ valued: ['-i', '-o', '-e', '--input', '--output', '--error'] }),
  setsid: plain({ flags: ['-c', '-f', '-w', '--ctty', '--fork', '--wait'] }),
  ionice: plain({ flags: ['-t', '--ignore'], valued: ['-c', '-n', '--class', '--classdata'] }),
  time: plain({ flags: ['-p', '-v', '--portability', '--verbose'], valued: ['-f', '--format'] }),
  busybox: plain({}),
  toybox: plain({}),
  ...Object.fromEntries(['sh', 'bash', 'rbash', 'dash', 'ash'].map((name) => [name, unwrapShell])),
};

function plain(grammar: Grammar): Unwrap {
  return (args, refuse) => ({ runs: 'command', words: skip(args, grammar, refuse), variables: [] });
}

function unwrapEnv(args: readonly string[], refuse: (reason: string) => never): WrappedCommand {
  const rest = skip(
    args,
    { flags: ['-i', '-', '-0', '--ignore-environment', '--null'], valued: ['-u', '--unset'] },
    refuse,
  );
  const first = rest.findIndex((word) => !VARIABLE.test(word));
  const cut = first < 0 ? rest.length : first;
  return { runs: 'command', words: rest.slice(cut), variables: rest.slice(0, cut) };
}

function unwrapXargs(args: readonly string[], refuse: (reason: string) => never): WrappedCommand {
  const flags = ['-0', '-r', '-t', '-x', '--null', '--no-run-if-empty', '--verbose', '--exit'];
  const valued = [
    '-n',
    '-P',
    '-L',
    '-d',
    '-s',
    '-I',
    '--max-args',
    '--max-procs',
    '--max-lines',
    '--delimiter',
    '--max-chars',
    '--replace',
  ];
  const words = skip(args, { flags, valued }, refuse);
  return { runs: 'command-with-input', words: words.length ? words : ['echo'] };
}

function unwrapShell(args: readonly string[], refuse: (reason: string) => never): WrappedCommand {
  const [flags, line] = args;
  if (flags === undefined || !SHELL_FLAGS.test(flags) || line === undefined) {
    return refuse(
      'a shell can run anything, so only `sh -c LINE` is allowed; to run a script, list the script itself in allowed_commands',
    );
  }
  return { runs: 'line', line };
}

function skip(args: readonly string[], grammar: Grammar, refuse: (reason: string) => never): string[] {
  const rest = [...args];
  while (rest[0]?.startsWith('-')) {
    const option = rest.shift()!;
    if (option === '--') break;
    if (grammar.flags?.includes(option) || isAttached(option, grammar)) continue;
    if (grammar.valued?.includes(option)) rest.shift();
    else refuse(`option ${option} is unknown, so the command it runs cannot be determined`);
  }
  return rest.slice(grammar.operands ?? 0);
}

// `-n5`, `--signal=KILL`
function isAttached(option: string, grammar: Grammar): boolean {
  return (grammar.valued ?? []).some((name) =>
    name.startsWith('--')
      ? option.startsWith(`${name}=`)
      : option.length > 2 && !option.startsWith('--') && option.startsWith(name),
  );
}
