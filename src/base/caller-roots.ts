/** A rule that an operator wrote, and the place where it stands. */
export interface WrittenRule {
  readonly rule: string;
  readonly where: string;
}

/** The directories that a caller may access: a list of paths. `setBy` is the rule that set them, if it was not the client's offer. */
export type CallerRoots = readonly string[] & { readonly setBy?: WrittenRule };

/** Returns roots that remember the rule that set them; a list like any other to whoever reads it. */
export function rootsSetBy(roots: readonly string[], setBy: WrittenRule): CallerRoots {
  return Object.defineProperty([...roots], 'setBy', { value: setBy, enumerable: false });
}
