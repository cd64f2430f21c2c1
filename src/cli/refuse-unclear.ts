import type { Flag } from './call-flags/call-flag';
import { findFlag } from './call-flags/parse-call-flags';
import type { CallWords } from './call-flags/split-call-words';
import { UsageError } from './command';

/** Refuses an option after the name of a tool or prompt that has an argument of the same name: either may be meant. */
export function refuseUnclear(
  { after, name }: Pick<CallWords, 'after' | 'name'>,
  flags: readonly Flag[],
): void {
  const both = after.find((option) => findFlag(option, flags));
  if (both === undefined) return;
  throw new UsageError(
    `--${both} is an option of this command and an argument of ${name}: ` +
      `write the option before '${name}', and the argument after '--'`,
  );
}
