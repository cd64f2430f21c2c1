/** Parses a list in a prompt argument: a JSON array of strings, or a comma-separated list; undefined if it is neither. */
export function stringList(text: string): string[] | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('[')) return nonEmpty(trimmed.split(',').map((item) => item.trim()));
  try {
    const items: unknown = JSON.parse(trimmed);
    return Array.isArray(items) && items.every((item) => typeof item === 'string')
      ? nonEmpty(items)
      : undefined;
  } catch {
    return undefined;
  }
}

function nonEmpty(items: readonly string[]): string[] | undefined {
  const kept = items.filter((item) => item.trim() !== '');
  return kept.length ? kept : undefined;
}
