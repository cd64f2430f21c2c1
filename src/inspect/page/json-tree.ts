import { button, h, type Child } from './dom';

const MOST_AT_ONCE = 100;
const LONG_TEXT = 300;

/** Shows a JSON value as a tree that is unfolded by degrees. */
export function jsonTree(value: unknown, isOpen = true): HTMLElement {
  return h('div', { class: 'tree' }, node(undefined, value, isOpen));
}

function node(key: string | undefined, value: unknown, isOpen: boolean): HTMLElement {
  const name = key !== undefined && h('span', { class: 'key' }, `${key}: `);
  if (typeof value !== 'object' || value === null) return h('div', { class: 'leaf' }, name, scalar(value));
  const entries = Object.entries(value);
  const words = Array.isArray(value) ? `[ ${entries.length} ]` : `{ ${entries.length} }`;
  if (!entries.length) return h('div', { class: 'leaf' }, name, Array.isArray(value) ? '[]' : '{}');
  const inside = h('div', { class: 'inside' });
  const box = h('details', {}, h('summary', {}, name, h('span', { class: 'count' }, words)), inside);
  const unfold = (): void => {
    if (box.open && !inside.hasChildNodes()) grow(inside, entries, entries.length <= 20 && isOpen);
  };
  box.addEventListener('toggle', unfold);
  if (isOpen) {
    box.open = true;
    unfold();
  }
  return box;
}

function grow(inside: HTMLElement, entries: readonly [string, unknown][], isOpen: boolean): void {
  inside.append(...entries.slice(0, MOST_AT_ONCE).map(([key, value]) => node(key, value, isOpen)));
  const rest = entries.slice(MOST_AT_ONCE);
  if (!rest.length) return;
  const more = button(
    `${rest.length} more`,
    () => {
      more.remove();
      grow(inside, rest, false);
    },
    { class: 'quiet' },
  );
  inside.append(more);
}

function scalar(value: unknown): Child {
  const kind = value === null ? 'null' : typeof value;
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  if (text.length <= LONG_TEXT) return h('span', { class: `value ${kind}` }, text);
  const summary = h('summary', {}, `${text.slice(0, LONG_TEXT)}…`);
  return h('details', { class: `value ${kind}` }, summary, h('pre', { tabindex: '0' }, String(value)));
}
