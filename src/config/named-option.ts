import { parseArgs } from 'node:util';

/** Returns the value of one option that is needed before the others can be read. */
export function namedOption(args: readonly string[], name: string): string | undefined {
  if (!args.some((arg) => arg.startsWith(`--${name}`))) return undefined;
  const { values } = parseArgs({
    args: [...args],
    options: { [name]: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the words of a command line without one option and its value, however often it is given. */
export function withoutOption(words: readonly string[], name: string): string[] {
  return words.filter(
    (word, at) => word !== `--${name}` && !word.startsWith(`--${name}=`) && words[at - 1] !== `--${name}`,
  );
}
