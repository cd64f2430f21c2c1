'use strict';
// Lays HTML pages out as documents and writes their articles. In a thread of its own, because some pages take
// these libraries quadratic time and more: `page-reader.ts` ends it at a deadline. Plain JavaScript, so that a
// thread can start it whether the rest is compiled, bundled or transformed by a test runner.
const { parentPort } = require('node:worker_threads');
const { parseHTML } = require('linkedom');
const { Readability } = require('@mozilla/readability');
const TurndownService = require('turndown');

const MOST_NESTING = 250;

parentPort.on('message', ({ html, url, format }) => {
  const page = nesting(html) > MOST_NESTING ? undefined : readPage(html, url, format);
  parentPort.postMessage(page && { title: page.title, text: collapseBlankLines(page.text) });
});

// Line by line, since a regular expression would be quadratic.
function collapseBlankLines(text) {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function nesting(html) {
  let depth = 0;
  let deepest = 0;
  for (const [, closing, name] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)/gi)) {
    if (/^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li)$/i.test(name)) continue;
    depth = Math.max(0, depth + (closing ? -1 : 1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function readPage(html, url, format) {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  makeAbsolute(document, url);
  const title = document.querySelector('title')?.textContent?.trim() ?? '';
  for (const hidden of document.body.querySelectorAll('title, script, style')) hidden.remove();
  const whole = document.body.innerHTML;
  const article = new Readability(document, { charThreshold: 100 }).parse();
  const content = article?.content ?? whole;
  return {
    title: article?.title?.trim() || title,
    text: format === 'text' ? plainText(content) : markdown(content),
  };
}

function makeAbsolute(document, url) {
  for (const [selector, attribute] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ]) {
    for (const element of document.querySelectorAll(selector)) {
      const value = element.getAttribute(attribute) ?? '';
      if (URL.canParse(value, url)) element.setAttribute(attribute, new URL(value, url).href);
    }
  }
}

function markdown(html) {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  service.remove(['script', 'style', 'noscript', 'iframe']);
  return service.turndown(body(html));
}

function plainText(html) {
  const spaced = html.replace(/<\/(?:p|div|h\d|li|tr|section|article|blockquote|pre)>|<br\s*\/?>/gi, '$&\n');
  return body(spaced).textContent ?? '';
}

function body(html) {
  return parseHTML(`<html><body>${html}</body></html>`).document.body;
}
