/** An edit saved to the version that was being replaced. */
export interface LateEdit {
  /** The version both edits started from. */
  readonly base: string;
  /** The late edit. */
  readonly theirs: string;
  /** Our replacement. */
  readonly ours: string;
}

/** Merges a late edit into the current text; returns undefined if they conflict. */
export function withLateEdit({ base, theirs, ours }: LateEdit, current: string): string | undefined {
  // Our version is unchanged since: redo our change on top of the late edit.
  if (current === ours) return theirs;
  if (!theirs.startsWith(base)) return undefined;
  const added = theirs.slice(base.length);
  return current === '' || current.endsWith('\n') ? current + added : `${current}\n${added}`;
}
