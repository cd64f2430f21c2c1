/** Parses a comma-separated list of tool names. */
export function toolNames(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}
