import { resourceCount } from '../count-resources';
import { descriptionParts } from '../description-parts';
import { byId, fill, h, plural, type Child } from './dom';
import { addressOf, currentRoute } from './route';
import type { Store } from './store';

interface Entry {
  readonly kind: 'tool' | 'prompt' | 'resource';
  readonly name: string;
  readonly words: string;
  readonly note?: string;
  readonly isOff?: boolean;
}

/** Shows the header, and the list of everything that can be chosen, with a filter. */
export function showNav(store: Store): void {
  const filter = h('input', {
    type: 'search',
    id: 'filter',
    placeholder: 'Filter',
    'aria-label': 'Filter the list',
  });
  const lists = h('div', { class: 'lists' });
  // On a phone the list is folded, so that what was chosen is seen.
  const isNarrow = matchMedia('(max-width: 50rem)');
  const box = h(
    'details',
    { class: 'choices', open: !isNarrow.matches },
    h('summary', {}, h('span', { class: 'step', 'aria-hidden': 'true' }, '1'), 'Choose a tool'),
    filter,
    lists,
  );
  fill(byId('nav'), box);
  const draw = (): void => {
    const wanted = filter.value.trim();
    const found = sections(store, wanted.toLowerCase());
    const none = wanted !== '' && h('p', { class: 'empty' }, `Nothing here has “${wanted}” in it.`);
    fill(lists, ...(found.length ? found : [none]));
  };
  const drawChosen = (): void => {
    draw();
    // Only then does the rest of the page stand where it stays.
    requestAnimationFrame(() => reveal(lists.querySelector('[aria-current]'), box));
  };
  filter.addEventListener('input', draw);
  filter.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    lists.querySelector('a')?.click();
  });
  store.on('catalogue', () => {
    showHead(store);
    drawChosen();
  });
  // The tool of a call is known once the calls are.
  store.on('calls', () => {
    if (currentRoute().kind === 'call' && !lists.querySelector('[aria-current]')) drawChosen();
  });
  isNarrow.addEventListener('change', () => (box.open = !isNarrow.matches));
  addEventListener('hashchange', () => {
    drawChosen();
    if (isNarrow.matches) box.open = false;
  });
}

// Only the list is scrolled, not the page.
function reveal(chosen: Element | null, box: Element): void {
  if (!chosen) return;
  const { top, bottom } = chosen.getBoundingClientRect();
  const around = box.getBoundingClientRect();
  const end = Math.min(around.bottom, innerHeight);
  if (top < around.top || bottom > end) box.scrollTop += (top + bottom - around.top - end) / 2;
}

function sections(store: Store, wanted: string): Child[] {
  const { tools = [], prompts = [], resources = [] } = store.catalogue ?? {};
  const kinds: [string, Entry[]][] = [
    [
      'Tools',
      tools.map(({ name, description, cost, disabled }) => ({
        kind: 'tool',
        name,
        words: descriptionParts(description).purpose,
        ...(cost && { note: `${cost.tokens}` }),
        ...(disabled && { isOff: true, note: 'off' }),
      })),
    ],
    ['Prompts', prompts.map(({ name, description = '' }) => ({ kind: 'prompt', name, words: description }))],
    [
      'Resources',
      resources.map(({ uri, name = '', description = '' }) => ({
        kind: 'resource',
        name: uri,
        words: `${name} ${description}`,
      })),
    ],
  ];
  return kinds.flatMap(([title, all]) => {
    const isNamed = ({ name }: Entry): boolean => name.toLowerCase().includes(wanted);
    const isMeant = (entry: Entry): boolean => !isNamed(entry) && entry.words.toLowerCase().includes(wanted);
    const shown = [...all.filter(isNamed), ...all.filter(isMeant)];
    if (!shown.length) return [];
    const head = h('h2', {}, title, h('small', {}, title === 'Tools' ? 'tokens in the list' : ''));
    return [head, h('ul', {}, ...shown.map((entry) => item(entry, store)))];
  });
}

function item({ kind, name, note, isOff }: Entry, store: Store): HTMLElement {
  const route = currentRoute();
  const isCurrent =
    kind === 'tool' ? store.toolAt(route) === name : route.kind === kind && route.name === name;
  return h(
    'li',
    {},
    h(
      'a',
      { href: addressOf(kind, name), 'aria-current': isCurrent && 'page', class: isOff ? 'off' : undefined },
      h('span', {}, name),
      note !== undefined && h('small', {}, note),
    ),
  );
}

function showHead({ catalogue }: Store): void {
  if (!catalogue) return;
  const { name, version, from, tools, prompts, resources, total } = catalogue;
  document.title = `${name} · Toolwright inspect`;
  fill(
    byId('head'),
    h('p', { class: 'brand' }, 'Toolwright inspect'),
    h('p', { class: 'server' }, h('strong', {}, name), version ? ` ${version}` : '', h('small', {}, from)),
    h(
      'p',
      { class: 'facts' },
      [plural(tools.length, 'tool'), plural(prompts.length, 'prompt'), resourceCount(resources)].join(' · '),
      h('small', {}, `about ${plural(total.tokens, 'token')} in an agent’s context`),
    ),
    h(
      'p',
      { class: 'about' },
      'Call a tool as an agent would, and see what the agent gets. Calls are real: what a tool changes is changed.',
    ),
    byId('lost'),
  );
}
