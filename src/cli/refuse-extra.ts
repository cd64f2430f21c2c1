import { UsageError } from './command';

/** Refuses words that a command takes no notice of; `most` are expected. */
export function refuseExtra(words: readonly string[], most: number): void {
  const extra = words[most];
  if (extra === undefined) return;
  throw new UsageError(
    most === 0 ? `takes options only, got '${extra}'` : `one name at a time, got '${extra}' too`,
  );
}

/** Refuses options that exclude each other. */
export function refuseBoth(given: Readonly<Record<string, unknown>>, ...names: readonly string[]): void {
  const both = names.filter((name) => given[name] !== undefined && given[name] !== false);
  if (both.length > 1)
    throw new UsageError(`${both.map((name) => `--${name}`).join(' and ')}: choose one of them`);
}
