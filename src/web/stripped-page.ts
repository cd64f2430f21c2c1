/** Where a title is looked for. */
const HEAD = 20_000;

/** Strips the tags of a page in one pass, for pages that are too large to parse. */
export function strippedPage(html: string): { title: string; text: string } {
  const title = /<title[^>]{0,200}>([^<]{0,500})/i.exec(html.slice(0, HEAD))?.[1]?.trim() ?? '';
  const parts: string[] = [];
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    const close = open < 0 ? -1 : html.indexOf('>', open);
    parts.push(html.slice(at, open < 0 ? undefined : open), ' ');
    if (close < 0) break;
    const hidden = /^<(script|style)\b/i.exec(html.slice(open, open + 8))?.[1];
    const end = hidden === undefined ? close : html.indexOf(`</${hidden}`, close);
    if (end < 0) break;
    at = hidden === undefined ? end + 1 : end;
  }
  return { title, text: collapseBlankLines(parts.join('').replace(/[ \t]+/g, ' ')) };
}

// Line by line, since a regular expression would be quadratic.
function collapseBlankLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
