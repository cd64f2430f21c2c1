import type { OwnOptions } from '../../config';

/** A command line about one tool, taken apart. */
export interface CallWords {
  readonly name: string | undefined;
  /** The command's own options, wherever they stood. */
  readonly own: readonly string[];
  /** Those of them that stood before the tool's name. */
  readonly before: readonly string[];
  /** The names of those that stood after the tool's name, where they might have been meant for the tool. */
  readonly after: readonly string[];
  /** The words for the tool. */
  readonly rest: readonly string[];
}

/** Takes a command line apart into the command's own options, the tool's name, and the words for the tool. */
export function splitWords(args: readonly string[], known: OwnOptions): CallWords {
  const own: string[] = [];
  const after: string[] = [];
  const rest: string[] = [];
  let name: string | undefined;
  let before: readonly string[] | undefined;
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    if (word === '--') {
      const others = args.slice(at + 1);
      name ??= others.shift();
      rest.push(...others);
      break;
    }
    const option = knownOption(word, known);
    if (option) {
      own.push(word);
      if (name !== undefined) after.push(option.name);
      if (option.takesNext && at + 1 < args.length) own.push(args[++at]!);
    } else if (name === undefined && !word.startsWith('-')) {
      name = word;
      before = [...own];
    } else if (name === undefined) own.push(word);
    else rest.push(word);
  }
  return { name, own, before: before ?? own, after, rest };
}

function knownOption(word: string, known: OwnOptions): { name: string; takesNext: boolean } | undefined {
  const [, long, short, inline] = /^(?:--([^=]+)|-([A-Za-z]))(=[^]*)?$/.exec(word) ?? [];
  const found = Object.entries(known).find(([name, option]) =>
    long ? name === long : short && option.short === short,
  );
  if (!found) return undefined;
  return { name: found[0], takesNext: found[1].type === 'string' && inline === undefined };
}
