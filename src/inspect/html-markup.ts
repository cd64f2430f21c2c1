/** Markup that is safe to write as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

type Filling = string | number | Markup | readonly (Markup | string)[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes markup of a template; whatever is filled in is text, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...fillings: readonly Filling[]): Markup {
  return new Markup(strings.map((part, index) => part + written(fillings[index] ?? '')).join(''));
}

/** Takes a constant of our own as markup. */
html.trusted = (text: string): Markup => new Markup(text);

function written(filling: Filling): string {
  if (filling instanceof Markup) return filling.text;
  if (typeof filling === 'object') return filling.map(written).join('');
  return String(filling).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
