/** A list as prompt arguments carry it: a JSON array, or words between commas; undefined for neither. */
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
