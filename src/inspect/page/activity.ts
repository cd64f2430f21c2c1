import type { CallRecord } from '../inspect-wire';
import { button, byId, duration, fill, h, plural, type Child } from './dom';
import { latencyView } from './latency-view';
import { addressOf, currentRoute } from './route';
import type { Store } from './store';

const TABS = ['History', 'Latency', 'Log'] as const;
type Tab = (typeof TABS)[number];

/** Shows what happened: the calls that were made, how long they took, and what the server logs. */
export function showActivity(store: Store): void {
  let shown: Tab = 'History';
  const panel = h('div', { id: 'panel', role: 'tabpanel', tabindex: '0' });
  const tabs = TABS.map((tab) =>
    button(tab, () => choose(tab), { role: 'tab', id: `tab-${tab}`, 'aria-controls': 'panel' }),
  );
  const list = h('div', { role: 'tablist', 'aria-label': 'Activity', class: 'tabs' }, ...tabs);
  const draw = (): void => fill(panel, ...content(shown, store));
  const choose = (tab: Tab): void => {
    shown = tab;
    tabs.forEach((each, index) => {
      each.setAttribute('aria-selected', String(TABS[index] === tab));
      each.tabIndex = TABS[index] === tab ? 0 : -1;
    });
    panel.setAttribute('aria-labelledby', `tab-${tab}`);
    draw();
  };
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = (TABS.indexOf(shown) + step + TABS.length) % TABS.length;
    choose(TABS[next]!);
    tabs[next]!.focus();
  });
  fill(byId('activity'), list, panel);
  choose('History');
  store.on('calls', () => shown !== 'Log' && draw());
  store.on('log', () => shown === 'Log' && draw());
  addEventListener('hashchange', () => shown === 'Latency' && draw());
}

function content(tab: Tab, store: Store): Child[] {
  if (tab === 'History') return history(store);
  if (tab === 'Log') return [log(store)];
  const tool = store.toolAt(currentRoute());
  return [
    tool === undefined
      ? h('p', { class: 'empty' }, 'Choose a tool to see how long its calls take.')
      : latencyView(tool, [...store.calls.values()]),
  ];
}

function history(store: Store): Child[] {
  const calls = [...store.calls.values()].reverse();
  if (!calls.length)
    return [
      h(
        'p',
        { class: 'empty' },
        'Every call you make is kept here, to be looked at, replayed or saved as a test.',
      ),
    ];
  return [h('ol', { class: 'history', reversed: true }, ...calls.map(entry))];
}

const MARKS: Readonly<Record<CallRecord['state'], string>> = {
  running: '…',
  done: '✓',
  failed: '✗',
  cancelled: '–',
};

function entry({ id, tool, args, state, took, cost }: CallRecord): HTMLElement {
  const given = JSON.stringify(args);
  const facts = [
    ...(took === undefined ? [] : [duration(took)]),
    ...(cost ? [plural(cost.tokens, 'token')] : []),
  ];
  return h(
    'li',
    {},
    h(
      'a',
      { href: addressOf('call', id), class: state },
      h('span', { class: 'mark', 'aria-label': state, role: 'img' }, MARKS[state]),
      h('span', { class: 'name' }, tool),
      h('small', {}, facts.join(' · ')),
      h('code', {}, given.length > 90 ? `${given.slice(0, 89)}…` : given),
    ),
  );
}

function log({ log: lines }: Store): HTMLElement {
  if (!lines.length) return h('p', { class: 'empty' }, 'What the server logs appears here.');
  return h(
    'ol',
    { class: 'log', role: 'log', 'aria-label': 'Log' },
    ...[...lines]
      .reverse()
      .map(({ at, level, text }) =>
        h(
          'li',
          { class: `level-${level}` },
          h('small', {}, `${new Date(at).toTimeString().slice(0, 8)} ${level} `),
          text,
        ),
      ),
  );
}
