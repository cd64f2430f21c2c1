import { nearestNames } from './names';
import type { OptionKind, OptionMistake } from './option-kind';

// The kinds of some options, by name.
type KindsByName = Readonly<Record<string, OptionKind>>;

/** How options are judged. */
export interface OptionJudgement {
  /** Where they stand inside others, such as `items`. */
  readonly path?: string;
  /** Whether an unknown option that resembles none is left alone: where a whole object may be passed that has more in it. */
  readonly lenient?: boolean;
  /** Which options may not be undefined where they are named, as a circular import leaves them; none by default. */
  readonly defined?: 'all' | readonly string[];
  /** Says what to do with an unknown option that belongs somewhere else. */
  readonly elsewhere?: (option: string) => string | undefined;
}

/** Returns what is wrong in options that no compiler checked: unknown ones, and values of a wrong kind. */
export function wrongOptions(
  options: object,
  kinds: object,
  { path = '', lenient = false, defined = [], elsewhere }: OptionJudgement = {},
): OptionMistake[] {
  const known = kinds as KindsByName;
  const mistakes: OptionMistake[] = [];
  for (const option of Object.keys(options)) {
    const value = (options as Readonly<Record<string, unknown>>)[option];
    if (value === undefined) {
      // A description is missed by whoever needs it.
      if (option !== 'description' && (defined === 'all' || defined.includes(option)))
        mistakes.push(undefinedOption(option, path));
      continue;
    }
    if (!Object.hasOwn(known, option)) {
      const cure = elsewhere?.(option);
      const unknown =
        cure === undefined
          ? unknownOption(option, options, known, path, lenient)
          : { option, what: `has the unknown option '${option}'.`, cure };
      if (unknown) mistakes.push(unknown);
      continue;
    }
    const kind = known[option]!;
    const place = path ? `${path}.${option}` : option;
    if (!kind.fits(value)) mistakes.push(wrongKind(option, place, value, kind));
    else if (kind.inside) for (const inner of kind.inside(value, place)) mistakes.push({ ...inner, option });
  }
  return mistakes;
}

// As if it had been left out, and with it whatever it was to check.
function undefinedOption(option: string, path: string): OptionMistake {
  return {
    option,
    what: `has ${path ? `${path}.` : ''}${option}: undefined, probably because a circular import has not defined its value yet.`,
    cure: `Move what the two modules share into a third one, or leave '${option}' out if nothing is meant.`,
  };
}

function wrongKind(
  option: string,
  place: string,
  value: unknown,
  { is, cure, isWord }: OptionKind,
): OptionMistake {
  const isUnknown = isWord && typeof value === 'string';
  const what = isUnknown
    ? `has the unknown ${place} ${shown(value)}.`
    : `has ${place}: ${shown(value)}, which is not ${is}.`;
  return { option, what, cure };
}

function unknownOption(
  written: string,
  options: object,
  known: KindsByName,
  path: string,
  lenient: boolean,
): OptionMistake | undefined {
  const all = Object.keys(known);
  const missing = all.filter((name) => (options as Readonly<Record<string, unknown>>)[name] === undefined);
  const [meant] = [...nearestNames(written, missing, 1), ...nearestNames(written, all, 1)];
  if (meant === undefined && lenient) return undefined;
  return {
    option: meant ?? written,
    what: `has the unknown option '${written}'${path && ` in ${path}`}.`,
    cure: meant === undefined ? `Its options are ${all.join(', ')}.` : `Did you mean '${meant}'?`,
  };
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value.length > 40 ? `'${value.slice(0, 39)}…'` : `'${value}'`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
