/** Lays out rows in two columns; the second takes the first line of its text. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...rows.map(([first]) => first.length));
  return rows
    .map(([first, second]) => `${first.padEnd(width)}  ${second.split('\n', 1)[0]!}`.trimEnd() + '\n')
    .join('');
}

/** Returns the first line of a description that says something: a full description begins with a heading. */
export function purposeIn(description: string): string {
  return description.replace(/^## Description\s+/, '').split('\n', 1)[0]!;
}
