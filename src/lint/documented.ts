/**
 * Returns whether the description of a tool documents an argument: it names it in quotes, in bold, at the start of a
 * list entry or as “the … parameter”. A name of several words (`waitFor`, `max_age`) is meant wherever it stands.
 */
export function isDocumented(description: string, name: string): boolean {
  const word = escaped(name);
  if (/[a-z0-9][A-Z]|_/.test(name)) return new RegExp(`(?<![\\w$])${word}(?![\\w$])`).test(description);
  return [
    new RegExp(`[\`'"]${word}(?=[\`'".:= [])`),
    new RegExp(`\\*\\*${word}\\*\\*`),
    new RegExp(`^\\s*(?:[-*•]|\\d+[.)])\\s+${word}\\s*[:(—–-]`, 'm'),
    new RegExp(`\\b${word}\\b (?:parameter|argument|must|should)\\b`, 'i'),
  ].some((form) => form.test(description));
}

/** Returns the lines and sentences of a description that name an argument, joined. */
export function saidAbout(description: string, name: string): string {
  const word = new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`);
  return description
    .split(/\n|(?<=[.;])\s/)
    .filter((sentence) => word.test(sentence))
    .join('\n');
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
