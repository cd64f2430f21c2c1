import { FORMAT } from '../definition-fields';
import type { Livelog } from '../definition';

/** A livelog with all defaults filled in. */
export type SettledLivelog = Required<Livelog>;

/** Fills in the defaults of the format's table. */
export function settledLivelog(livelog: Livelog): SettledLivelog {
  const defaults = Object.entries(FORMAT.livelog)
    .filter(([, spec]) => spec.default !== undefined)
    .map(([name, spec]) => [name, spec.default] as const);
  return { source_args: [], ...Object.fromEntries(defaults), ...livelog } as SettledLivelog;
}
