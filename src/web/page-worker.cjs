'use strict';
// Lays HTML pages out as documents and writes their articles. In a thread of its own, because some pages take
// these libraries quadratic time and more: `page-reader.ts` ends it at a deadline. Plain JavaScript, so that a
// thread can start it whether the rest is compiled, bundled or transformed by a test runner.
const { parentPort } = require('node:worker_threads');
const { parseHTML } = require('linkedom');
const { Readability } = require('@mozilla/readability');
const TurndownService = require('turndown');

parentPort.on('message', ({ html, url, format }) => {
  parentPort.postMessage(readPage(html, url, format));
});

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
