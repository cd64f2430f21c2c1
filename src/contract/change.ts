/** How much a change matters, in the words of semantic versioning. */
export type ChangeLevel = 'major' | 'minor' | 'patch';

/** One difference between two contracts. */
export interface ContractChange {
  readonly level: ChangeLevel;
  /** What changed: `tool read_file`, `prompt report`, `the server`. */
  readonly subject: string;
  readonly message: string;
}

/** What changed about one entry, and how much that matters. */
export type FieldChange = readonly [ChangeLevel, string];

/** Options of a comparison. */
export interface CompareOptions {
  /** Counts only calls with declared arguments: an argument that is declared anew can't break one. */
  readonly declaredOnly?: boolean | undefined;
}

/** The levels, from the most to the least. */
export const CHANGE_LEVELS: readonly ChangeLevel[] = ['major', 'minor', 'patch'];

/** Returns the greatest level among changes; undefined if there are none. */
export function greatestLevel(changes: readonly ContractChange[]): ChangeLevel | undefined {
  return CHANGE_LEVELS.find((level) => changes.some((change) => change.level === level));
}

/** Returns whether a level is greater than the one that is accepted. */
export function exceeds(level: ChangeLevel | undefined, accepted: ChangeLevel | 'none'): boolean {
  if (level === undefined) return false;
  return accepted === 'none' || CHANGE_LEVELS.indexOf(level) < CHANGE_LEVELS.indexOf(accepted);
}
