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
  /** Options whose value is a suffix for backups. */
  readonly suffix?: readonly string[];
  /** Options whose value is plain text. */
  readonly text?: readonly string[];
  /** Options whose value is a path to write. */
  readonly writes?: readonly string[];
  /** Options that cannot be judged or lead out of the roots, with the reason. */
  readonly refused?: Readonly<Record<string, string>>;
  /** The same, but only without a sandbox, inside of which they lead nowhere. */
  readonly refusedUnboxed?: Readonly<Record<string, string>>;
  /** The same, but only before the first operand, as in `git -c … log`. */
  readonly refusedInFront?: Readonly<Record<string, string>>;
  /** Options of a writer whose value is only read. */
  readonly reads?: readonly string[];
  /** Which operands are written cannot be determined: they are judged as paths that may be. */
  readonly writesUnclear?: boolean;
  /** The options that name the target of a copy; without them it is the last operand. */
  readonly target?: readonly string[];
  /** Operands are `name=path`; these names are written. */
  readonly named?: readonly string[];
  /** The options with which it writes files that are named in its input. */
  readonly extracts?: readonly string[] | 'always';
  /** The options with which it makes up the names of the files it writes. */
  readonly makesNames?: readonly string[] | 'always';
  /** Also writes its operands without their last extension. */
  readonly strips?: boolean;
  /** The options with which it may move or make links, so that a later path of the line leads elsewhere. */
  readonly movesLinks?: readonly string[] | 'always';
  /** The options with which its operands are the targets of links, seen from wherever the link is made. */
  readonly linksWith?: readonly string[];
  /**
   * The options with which it opens what is inside a directory, through links too: then no link in there may lead where it
   * must not go. Of a copy only the target counts.
   */
  readonly opensInside?: readonly string[] | 'always';
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
  /** The same of two arguments that follow each other, with a space between them. */
  readonly refusedPairs?: { readonly pattern: RegExp; readonly reason: string };
  /** Refuse options that are not listed, since their values cannot be distinguished from operands. */
  readonly strict?: readonly string[];
  /** Only reads, whatever its arguments, so it is safe after `xargs`. */
  readonly harmless?: boolean;
  /** Judges the script itself; returns the reason to refuse it. */
  readonly refusesScript?: (script: string) => string | undefined;
}

/** A reason to refuse an option. */
export const LINKS = 'it would follow links out of the allowed paths';
/** A reason to refuse an option. */
export const LIST = 'it takes path names from a file, which cannot be judged in advance';
/** A reason to refuse an option. */
export const RUNS = 'it runs another program';
/** A reason to refuse an option. */
export const CLOCK = 'it sets the clock';
/** A reason to refuse an option. */
export const NAMES = 'it changes the names of the files that are written';

/** A reason to refuse an option. */
export const ELSEWHERE = 'later paths would be relative to another directory: set working_dir instead';

/** Gives several programs the same rule. */
export function each(names: string, rule: CommandRule): Record<string, CommandRule> {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]));
}
