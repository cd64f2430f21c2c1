import type { Block, ShownResult } from '../inspect-wire';
import { button, fill, h, written, type Child } from './dom';
import { jsonTree } from './json-tree';
import { mediaView } from './media-view';
import { addressOf } from './route';
import { findRows, isWhole, tableView } from './table-view';

/** Shows what a tool answered: each block as what it is, and structured content that the text doesn't repeat. */
export function resultView({ content, structuredContent, isError = false }: ShownResult): HTMLElement {
  const texts = content.map((block) => (block.type === 'text' ? jsonIn(written(block['text'])) : undefined));
  const isRepeated = texts.some((value) => JSON.stringify(value) === JSON.stringify(structuredContent));
  return h(
    'div',
    { class: 'result' },
    ...content.map((block) => blockView(block, isError)),
    structuredContent !== undefined &&
      !isRepeated &&
      h('section', {}, h('h4', {}, 'Structured content'), valueView(structuredContent, undefined, isError)),
    !content.length && structuredContent === undefined && h('p', { class: 'hint' }, 'The answer is empty.'),
  );
}

/** Shows one content block. */
export function blockView(block: Block, isError = false): HTMLElement {
  const { type } = block;
  if (type === 'text') return textView(written(block['text']), isError);
  if (type === 'image' || type === 'audio')
    return mediaView(written(block['data']), written(block['mimeType']));
  if (type === 'resource_link') return linkView(block);
  const resource = block['resource'] as Readonly<Record<string, unknown>> | undefined;
  if (type === 'resource' && resource) return contentsView(resource);
  return valueView(block, undefined);
}

/** Shows a part of a resource: text, or bytes in base64. */
export function contentsView(part: Readonly<Record<string, unknown>>): HTMLElement {
  const { uri, mimeType = '', text, blob } = part;
  return h(
    'figure',
    {},
    h('figcaption', {}, `${written(uri)} ${written(mimeType)}`),
    typeof text === 'string' ? textView(text) : mediaView(written(blob), written(mimeType)),
  );
}

/** Shows text; text that is JSON also as a tree, and as a table where it has rows. */
export function textView(text: string, isError = false): HTMLElement {
  const value = jsonIn(text);
  return value === undefined ? plain(text) : valueView(value, text, isError);
}

// Rows within an error are details of it, and rows beside other members are only a part: all of it comes first.
function valueView(value: unknown, text: string | undefined, isError = false): HTMLElement {
  const rows = findRows(value);
  const views: [string, () => HTMLElement][] = [
    ...(rows ? [['Table', () => tableView(rows)] as [string, () => HTMLElement]] : []),
    ['Tree', () => jsonTree(value)],
    ['Text', () => plain(text ?? JSON.stringify(value, null, 2))],
  ];
  const body = h('div');
  const buttons = views.map(([name, make]) =>
    button(name, () => {
      for (const each of buttons) each.setAttribute('aria-pressed', String(each.textContent === name));
      fill(body, make());
    }),
  );
  buttons[rows && (isError || !isWhole(value, rows)) ? 1 : 0]?.click();
  return h(
    'div',
    {},
    h('div', { class: 'ways', role: 'group', 'aria-label': 'Show the answer as' }, ...buttons),
    body,
  );
}

function plain(text: string): HTMLElement {
  return h('pre', { tabindex: '0' }, text);
}

function linkView({ uri, name, description }: Block): HTMLElement {
  const words: Child[] = [
    h('a', { href: addressOf('resource', written(uri)) }, written(name ?? uri)),
    ` ${written(uri)}`,
  ];
  return h(
    'p',
    {},
    'Resource: ',
    ...words,
    description !== undefined && h('small', {}, ` ${written(description)}`),
  );
}

function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
