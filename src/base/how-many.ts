/** Writes how many there are of something: `1 tool`, `2 tools`. */
export function howMany(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
