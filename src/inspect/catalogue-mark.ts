/** What a catalogue says in itself about where it comes from, so that a file that holds one may be replaced by a newer one. */
export const CATALOGUE_MARK = 'toolwright docs';

/** Returns whether a text is a catalogue, as a page or as markdown. */
export function isCatalogueText(text: string): boolean {
  return (
    text.startsWith(`<!-- ${CATALOGUE_MARK} -->`) ||
    text.includes(`<meta name="generator" content="${CATALOGUE_MARK}" />`)
  );
}
