/** Writes how many things there are: `1 tool`, `3 tools`. */
export function counted(things: readonly unknown[], noun: string): string {
  return `${things.length} ${noun}${things.length === 1 ? '' : 's'}`;
}
