/** An edit that someone saved to the version we were just replacing. */
export interface LateEdit {
  /** What both of us began with. */
  readonly base: string;
  /** What they saved. */
  readonly theirs: string;
  /** What we put in its place. */
  readonly ours: string;
}

/** The current text with a late edit in it; undefined where both change the same file in ways that can't be joined. */
export function withLateEdit({ base, theirs, ours }: LateEdit, current: string): string | undefined {
  // Nobody has touched what we put there: our change is made again on top of their text.
  if (current === ours) return theirs;
  if (!theirs.startsWith(base)) return undefined;
  const added = theirs.slice(base.length);
  return current === '' || current.endsWith('\n') ? current + added : `${current}\n${added}`;
}
