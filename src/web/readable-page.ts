/** What of a page is worth reading. */
export interface ReadablePage {
  readonly title: string;
  readonly text: string;
}

/** How the readable part is written. */
export type PageFormat = 'markdown' | 'text';

type PageDocument = ReturnType<typeof import('linkedom').parseHTML>['document'];

/** Beyond this the page is not laid out as a document, which would hold everything else up. */
const MOST_CHARACTERS = 1_500_000;
const MOST_NESTING = 1_000;

/** Finds the article of an HTML page and writes it as markdown or plain text. */
export async function readablePage(html: string, url: string, format: PageFormat): Promise<ReadablePage> {
  if (html.length > MOST_CHARACTERS || nesting(html) > MOST_NESTING) return strippedPage(html);
  const [{ parseHTML }, { Readability }] = await Promise.all([
    import('linkedom'),
    import('@mozilla/readability'),
  ]);
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  makeAbsolute(document, url);
  const title = document.querySelector('title')?.textContent?.trim() ?? '';
  const whole = document.body.innerHTML as string;
  const article = new Readability(document, { charThreshold: 100 }).parse();
  const content = article?.content ?? whole;
  return {
    title: article?.title?.trim() || title,
    text: format === 'text' ? plainText(content, parseHTML) : await markdown(content),
  };
}

async function markdown(html: string): Promise<string> {
  const { default: TurndownService } = await import('turndown');
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  service.remove(['script', 'style', 'noscript', 'iframe']);
  const { parseHTML } = await import('linkedom');
  const { document } = parseHTML(`<html><body>${html}</body></html>`);
  return tidy(service.turndown(document.body as Parameters<typeof service.turndown>[0]));
}

function plainText(html: string, parseHTML: typeof import('linkedom').parseHTML): string {
  const spaced = html.replace(/<\/(?:p|div|h\d|li|tr|section|article|blockquote|pre)>|<br\s*\/?>/gi, '$&\n');
  return tidy(parseHTML(`<html><body>${spaced}</body></html>`).document.body.textContent ?? '');
}

function makeAbsolute(document: PageDocument, url: string): void {
  for (const [selector, attribute] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const value = element.getAttribute(attribute) ?? '';
      if (URL.canParse(value, url)) element.setAttribute(attribute, new URL(value, url).href);
    }
  }
}

// For pages no document should be made of: tags taken out, text kept.
function strippedPage(html: string): ReadablePage {
  const title = /<title[^>]*>([^<]*)/i.exec(html)?.[1]?.trim() ?? '';
  const text = html.replace(/<(script|style)\b[^>]*>[^]*?<\/\1\s*>/gi, ' ').replace(/<[^>]*>/g, ' ');
  return { title, text: tidy(text) };
}

function nesting(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, closing, name] of html.matchAll(/<(\/?)([a-z][\w-]*)/gi)) {
    if (/^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li)$/i.test(name!)) continue;
    depth = Math.max(0, depth + (closing ? -1 : 1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function tidy(text: string): string {
  return text
    .replace(/[ \t]+$/gm, '')
    .replace(/^[ \t]+(?=\n)/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
