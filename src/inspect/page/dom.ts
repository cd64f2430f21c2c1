/** What can be put into an element; text stays text, whatever it contains. */
export type Child = Node | string | undefined | false;

type Attribute = string | number | boolean | undefined | ((event: Event) => void);

/** Makes an element. A function under a name such as `onclick` listens to that event; `false` leaves an attribute out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAll(element, attributes);
  element.append(...present(children));
  return element;
}

/** Makes an element of a drawing. */
export function svg(
  tag: string,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAll(element, attributes);
  element.append(...present(children));
  return element;
}

/** Puts other content into an element. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...present(children));
}

/** Makes a button that does something. */
export function button(text: string, act: () => void, attributes: Readonly<Record<string, Attribute>> = {}) {
  return h('button', { type: 'button', onclick: act, ...attributes }, text);
}

/** Returns an id that no other element has. */
export function newId(): string {
  return `id-${++ids}`;
}

let ids = 0;

/** Finds an element of the page's own markup. */
export function byId(id: string): HTMLElement {
  return document.getElementById(id)!;
}

/** Has a screen reader say something without moving the focus. */
export function announce(text: string): void {
  byId('status').textContent = text;
}

/** Writes a number of things. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Writes a value that should be a text; anything else as JSON. */
export function written(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

/** Writes a duration. */
export function duration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function setAll(element: Element, attributes: Readonly<Record<string, Attribute>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
}

function present(children: readonly Child[]): (Node | string)[] {
  return children.filter((child): child is Node | string => child !== undefined && child !== false);
}
