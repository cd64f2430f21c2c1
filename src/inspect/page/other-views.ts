import type { JsonSchema } from '../../base/json-schema';
import type { PeerPrompt, PeerResource } from '../../client/peer-lists';
import { api } from './api';
import { ArgumentsForm } from './arguments-form';
import { fill, h, newId, type Child } from './dom';
import { blockView, contentsView } from './result-view';

/** A view of the main part of the page, and the heading that takes the focus. */
export interface View {
  readonly element: HTMLElement;
  readonly heading: HTMLElement;
  /** Where its answers appear. */
  readonly answer: HTMLElement;
}

/** Shows a prompt: its arguments, and the messages it makes of them. */
export function promptView({ name, description = '', arguments: args = [] }: PeerPrompt): View {
  const members = args.map(({ name: key, description: words = '' }): [string, JsonSchema] => [
    key,
    { type: 'string', description: words },
  ]);
  const required = args.filter((each) => each.required).map((each) => each.name);
  const form = new ArgumentsForm({ type: 'object', properties: Object.fromEntries(members), required });
  return runnable(name, description, form.element, 'Get the prompt', async () => {
    const values = form.read();
    if (!values) return [];
    const messages = await api.prompt(name, values);
    return messages.map(({ role, content }) => h('section', {}, h('h3', {}, role), blockView(content)));
  });
}

/** Shows a resource, or a template whose variables are filled in first. */
export function resourceView({ uri, name = '', description = '' }: PeerResource): View {
  const id = newId();
  const input = h('input', { id, type: 'text', value: uri, spellcheck: 'false' });
  const hint = uri.includes('{') ? 'Replace what is in braces.' : '';
  const field = h(
    'div',
    { class: 'field' },
    h('label', { for: id }, 'Address'),
    h('p', { class: 'hint' }, hint),
    input,
  );
  return runnable(uri, [name, description].filter(Boolean).join(': '), field, 'Read it', async () =>
    (await api.read(input.value)).map((part) => contentsView({ ...part })),
  );
}

function runnable(
  title: string,
  words: string,
  form: HTMLElement,
  action: string,
  run: () => Promise<Child[]>,
): View {
  const heading = h('h1', { tabindex: '-1' }, title);
  const answer = h(
    'div',
    { 'aria-live': 'polite' },
    h('p', { class: 'empty' }, 'What comes of it appears here.'),
  );
  const submit = (event: Event): void => {
    event.preventDefault();
    run().then(
      (parts) => fill(answer, ...parts),
      (error: unknown) =>
        fill(answer, h('pre', { class: 'problem', tabindex: '0' }, (error as Error).message)),
    );
  };
  const element = h(
    'article',
    {},
    heading,
    h('p', { class: 'text purpose' }, words),
    h(
      'form',
      {
        onsubmit: submit,
        onkeydown: (event) => {
          const { key, ctrlKey, metaKey } = event as KeyboardEvent;
          if (key === 'Enter' && (ctrlKey || metaKey)) submit(event);
        },
      },
      form,
      h('div', { class: 'actions' }, h('button', { type: 'submit', class: 'main' }, action)),
    ),
  );
  return { element, heading, answer };
}
