import { decodeText } from '../../../src/web/decode-page-text';
import { PageReader } from '../../../src/web/web-page-reader';

const reader = new PageReader(1_000);
afterAll(() => reader.close());
const patient = new PageReader(30_000);
afterAll(() => patient.close());

const paragraph =
  'Tools are written as classes, and the server tells clients about them in a way they understand. ';
const article = `<html><head><title>How tools are made</title><script>alert(1)</script></head><body>
<nav><a href="/home">Home</a><a href="/about">About</a></nav>
<article><h1>How tools are made</h1><p>${paragraph.repeat(3)}</p><p>See <a href="/guide">the guide</a>.</p>
<pre><code>npm start</code></pre><ul><li>one</li><li>two</li></ul><p>${paragraph.repeat(3)}</p></article>
<footer>Cookie settings</footer></body></html>`;

test('the article of a page is markdown with absolute links, without menus and scripts', async () => {
  const { title, text } = await patient.read(article, 'https://example.com/a/b', 'markdown');
  expect(title).toBe('How tools are made');
  expect(text).toContain('[the guide](https://example.com/guide)');
  expect(text).toContain('```\nnpm start\n```');
  expect(text).toMatch(/^- +one$/m);
  expect(text).not.toMatch(/alert|Home|Cookie/);
});

test('or plain text', async () => {
  const { text } = await patient.read(article, 'https://example.com/', 'text');
  expect(text).toContain('See the guide.');
  expect(text).not.toMatch(/[<>[\]]/);
});

test('a page without an article is read as it is', async () => {
  expect((await patient.read('<p>Just <b>this</b></p>', 'https://example.com/', 'markdown')).text).toBe(
    'Just **this**',
  );
  expect((await patient.read('', 'https://example.com/', 'markdown')).text).toBe('');
});

test.each([
  ['nested', '<div>'.repeat(100_000) + 'deep'],
  ['nested lists', '<ul><li>'.repeat(50_000) + 'deep'],
  ['nested paragraphs in spans', '<span><p>'.repeat(50_000) + 'deep'],
  ['unclosed tags', `deep${'<a '.repeat(200_000)}`],
  ['nested under the limit', ('<div>'.repeat(240) + 'deep' + '</div>'.repeat(240)).repeat(100)],
  ['flat', '<p>deep, and so on</p>'.repeat(30_000)],
  ['blank', `<p>deep${' '.repeat(400_000)}x</p>`],
  ['huge', '<p>deep</p>'.repeat(200_000)],
])('a page made to hurt (%s) is still read', async (_what, html) => {
  expect((await reader.read(html, 'https://example.com/', 'markdown')).text).toContain('deep');
});

test('text is decoded by the charset the server or the page states', () => {
  const latin = Buffer.from('caf\u00e9', 'latin1');
  expect(decodeText(latin, 'text/html; charset=iso-8859-1')).toBe('café');
  expect(decodeText(Buffer.from('<meta charset="iso-8859-1">café', 'latin1'), 'text/html')).toContain('café');
  const quoted = Buffer.from([0x93, 0x41, 0x94, 0x80]);
  for (const charset of ['windows-1252', 'latin1', 'iso-8859-1'])
    expect(decodeText(quoted, `text/html; charset=${charset}`)).toBe('“A”€');
  expect(decodeText(Buffer.from('café'), 'text/plain')).toBe('café');
  expect(decodeText(Buffer.from('x'), 'text/plain; charset=nonsense')).toBe('x');
});
