import type { PathJudge } from './argument-judge';

/** The checks needed to judge `find`: paths, and the commands it runs. */
export interface FindJudge extends PathJudge {
  /** Judges a command that is run on the results: what it is given may be any file below its paths. */
  command(words: readonly string[]): void;
}

const TEXT_TESTS = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -regextype -printf -type -xtype -size -perm -user -group -uid -gid ' +
    '-mtime -atime -ctime -mmin -amin -cmin -used -links -inum -maxdepth -mindepth -fstype -context -newermt -newerat -newerct -newerBt'
  ).split(' '),
);
const PATH_TESTS = /^-(newer|anewer|cnewer|samefile|newer[aBcm][aBcm])$/;
const PLAIN_TESTS = new Set(
  (
    '-print -print0 -ls -prune -quit -depth -d -xdev -mount -noleaf -ignore_readdir_race -noignore_readdir_race -daystart -nowarn -warn -empty -executable ' +
    '-readable -writable -nouser -nogroup -true -false -a -and -o -or -not ! ( ) , -help --help -version --version'
  ).split(' '),
);
const OUTPUT_TESTS: Readonly<Record<string, number>> = {
  '-fprint': 0,
  '-fprint0': 0,
  '-fls': 0,
  '-fprintf': 1,
};

/** Judges `find`: its starting points, and every action that runs, deletes or writes. */
export function judgeFind(args: readonly string[], judge: FindJudge): string[] {
  const { starts, expression } = split(args, judge);
  for (const start of starts.length ? starts : ['.']) judge.read(start, true);
  const choices = hasChoices(expression);
  let onlyFiles = false;
  for (let at = 0; at < expression.length; at++) {
    const test = expression[at]!;
    if (PLAIN_TESTS.has(test)) continue;
    if (TEXT_TESTS.has(test)) {
      const value = valueAt(expression, ++at, test, judge);
      if (test === '-type' && value === 'f' && !choices) onlyFiles = true;
    } else if (PATH_TESTS.test(test)) judge.read(valueAt(expression, ++at, test, judge), false);
    else if (test in OUTPUT_TESTS) {
      judge.write(valueAt(expression, at + 1, test, judge), false, 'certain');
      at += 1 + OUTPUT_TESTS[test]!;
      valueAt(expression, at, test, judge);
    } else if (test === '-delete') {
      judge.command(['rm', '-r', '--', ...(starts.length ? starts : ['.'])]);
    } else if (test === '-exec') at = judgeExec(expression, at, { starts, onlyFiles }, judge);
    else if (/^-(execdir|ok|okdir)$/.test(test))
      judge.refuse(`${test} runs commands in a way that cannot be judged: use -exec`);
    else if (test === '-follow') judge.refuse('-follow would follow links out of the allowed paths');
    else judge.refuse(`${test} is not known to be harmless`);
  }
  return [...args];
}

function split(args: readonly string[], judge: PathJudge): { starts: string[]; expression: string[] } {
  let at = 0;
  for (; at < args.length && /^-([HLP]|O\d|D)$/.test(args[at]!); at++) {
    if (args[at] === '-L') judge.refuse('-L would follow links out of the allowed paths');
    if (args[at] === '-D') at++;
  }
  const from = at;
  while (at < args.length && !/^(-.|[(!,)]$)/.test(args[at]!)) at++;
  return { starts: args.slice(from, at), expression: args.slice(at) };
}

function judgeExec(
  expression: readonly string[],
  at: number,
  { starts, onlyFiles }: { starts: readonly string[]; onlyFiles: boolean },
  judge: FindJudge,
): number {
  const end = expression.findIndex(
    (word, index) => index > at && (word === ';' || (word === '+' && expression[index - 1] === '{}')),
  );
  if (end < 0) judge.refuse('-exec has no end: finish it with \\; or {} +');
  const words = expression.slice(at + 1, end);
  if (words.length === 0 || words[0]!.includes('{}')) judge.refuse('-exec must name its command');
  if (words.some((word) => word.includes('{}') && word !== '{}'))
    judge.refuse('{} must be a separate word in -exec');
  if (!judge.sandboxed && words.includes('{}') && !onlyFiles) {
    judge.refuse(
      '-exec would follow links out of the allowed paths: add `-type f` before it, without -o, ! or parentheses',
    );
  }
  judge.command(words.flatMap((word) => (word === '{}' ? (starts.length ? starts : ['.']) : [word])));
  return end;
}

// Wherever one of these stands, even as a value: then a test before a command need not hold for it.
function hasChoices(expression: readonly string[]): boolean {
  return expression.some((word) => ['-o', '-or', '!', '-not', '(', ')', ','].includes(word));
}

function valueAt(expression: readonly string[], at: number, test: string, judge: PathJudge): string {
  return expression[at] ?? judge.refuse(`${test} requires a value`);
}
