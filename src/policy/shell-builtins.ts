/** What a shell does with a command of its own: nothing that matters, or something that must be refused. */
export type BuiltinDecision = 'harmless' | { readonly refused: string };

type Check = (args: readonly string[]) => string | undefined;

const SUBSCRIPT = /[[$`]/;

// Harmless only with such arguments: some shells evaluate expressions and subscripts in them, or set variables.
const CHECKED: Readonly<Record<string, Check>> = {
  ':': () => undefined,
  true: () => undefined,
  false: () => undefined,
  echo: () => undefined,
  pwd: (args) => (args.every((arg) => /^-[LP]$/.test(arg)) ? undefined : 'takes only -L or -P'),
  exit: (args) => (args.every((arg) => /^\d{1,3}$/.test(arg)) ? undefined : 'takes only a number'),
  printf: (args) =>
    args[0]?.startsWith('-') || /%[^%a-zA-Z]*[hlLjzt]*n/.test(args[0] ?? '') || args.some(isSubscript)
      ? 'could set a variable or evaluate an expression'
      : undefined,
};

const REFUSED = new Set(
  (
    '. [ alias bg bind break builtin caller cd chdir command compgen complete compopt continue declare dirs disown enable eval exec ' +
    'export fc fg getopts hash help history jobs kill let local logout mapfile popd print pushd read readarray readonly ' +
    'return set shift shopt source suspend times trap type typeset ulimit umask unalias unset wait whence'
  ).split(' '),
);

/** Judges a command that shells run themselves; undefined for a program. */
export function judgeBuiltin([name = '', ...args]: readonly string[]): BuiltinDecision | undefined {
  if (REFUSED.has(name)) return { refused: `${name} is run by the shell itself, which cannot be judged` };
  if (!Object.hasOwn(CHECKED, name)) return undefined;
  const reason = CHECKED[name]!(args);
  return reason === undefined ? 'harmless' : { refused: `${name} ${reason}` };
}

/** Returns why `test`, which shells run themselves but which opens paths too, cannot be judged with these arguments. */
export function unjudgeableTest(args: readonly string[]): string | undefined {
  return args.some((arg) => arg === '-v' || arg === '-R' || isSubscript(arg))
    ? 'test could evaluate an expression'
    : undefined;
}

function isSubscript(arg: string): boolean {
  return SUBSCRIPT.test(arg);
}
