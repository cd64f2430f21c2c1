import fc from 'fast-check';
import type { ProgramOptions } from './program-options';

/** What a generated line may name: everything is below the playground. */
export interface Targets {
  /** Paths that lead out, by themselves or through a list, a link or a program. */
  readonly reads: readonly string[];
  /** Paths that no command may write. */
  readonly writes: readonly string[];
}

const PREFIXES = [
  '',
  '',
  '',
  '',
  'env ',
  'LANG=C ',
  'env TZ=UTC ',
  'nice ',
  'timeout 3 ',
  'nohup ',
  'stdbuf -oL ',
];
const HARMLESS = [
  'a.txt',
  'sub',
  '.',
  '-',
  'new.txt',
  '1',
  'trap-a',
  'trap-b',
  'trap-b/file',
  'sub/b.txt',
  'CANARY',
  's/a/b/',
  'x.tar',
  'build',
];

/** Generates command lines: a program, options from its own help, and targets in every form that programs know. */
export function attackLines(
  programs: readonly ProgramOptions[],
  { reads, writes }: Targets,
): fc.Arbitrary<string> {
  const target = fc.constantFrom(...reads, ...reads, ...writes);
  const harmless = fc.constantFrom(...HARMLESS);
  const unmarked = target.chain((path) =>
    fc.constantFrom(
      path,
      path,
      path,
      `./${path}`,
      `key=${path}`,
      `if=${path}`,
      `of=${path}`,
      `@${path}`,
      `x=@${path}`,
      `x=<${path}`,
      `x:${path}`,
      `a.txt,${path}`,
      `file:${path}`,
      `file://${path}`,
      `"${path}"`,
      `sub/../${path}`,
      `http:/../${path}`,
      encodeURI(path).replaceAll('..', '%2e%2e'),
    ),
  );
  return fc.constantFrom(...programs).chain((program) => {
    const option = optionWords(program, unmarked);
    const words = fc.array(
      fc.oneof(
        { weight: 4, arbitrary: option },
        { weight: 2, arbitrary: unmarked.map((word) => [word]) },
        { weight: 3, arbitrary: harmless.map((word) => [word]) },
        { weight: 1, arbitrary: fc.constant(['--']) },
      ),
      { minLength: 1, maxLength: 4 },
    );
    return fc
      .tuple(fc.constantFrom(...PREFIXES), words, fc.boolean(), fc.integer({ min: 0, max: 9 }))
      .map(([prefix, found, last, shell]) => {
        const all = last ? [...found.flat(), 'a.txt'] : found.flat();
        const line = `${prefix}${program.name} ${all.map(quoted).join(' ')}`;
        return shell === 0 ? `sh -c ${quoted(line)}` : line;
      });
  });
}

// `--name=V`, `--name V`, `--na=V`, `-xV`, `-x V`, `-abxV`, or without a value.
function optionWords({ letters, long }: ProgramOptions, value: fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  const forms: fc.Arbitrary<string[]>[] = [];
  if (long.length) {
    const name = fc
      .constantFrom(...long)
      .chain((full) => fc.integer({ min: 4, max: full.length + 4 }).map((length) => full.slice(0, length)));
    forms.push(
      fc.tuple(name, value).map(([option, path]) => [`${option}=${path}`]),
      fc.tuple(name, value).map(([option, path]) => [option, path]),
      name.map((option) => [option]),
    );
  }
  if (letters.length) {
    const cluster = fc
      .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 3 })
      .map((each) => `-${each.join('')}`);
    forms.push(
      fc.tuple(cluster, value).map(([option, path]) => [option + path]),
      fc.tuple(cluster, value).map(([option, path]) => [option, path]),
      cluster.map((option) => [option]),
    );
  }
  return forms.length ? fc.oneof(...forms) : value.map((path) => [path]);
}

function quoted(word: string): string {
  return /^[\w./=:@,%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
