import { descriptionParts, hintsOf } from '../description-parts';
import type { CallRecord, ShownTool } from '../inspect-wire';
import { api } from './api';
import { ArgumentsForm } from './arguments-form';
import { withoutHiddenArguments } from './without-hidden-arguments';
import { announce, button, fill, h, plural, type Child } from './dom';
import { CallView } from './call-view';
import type { TypedArguments } from './drafts';
import { addressOf } from './route';
import type { Store } from './store';
import { verdictView } from './verdict-view';

/** Shows one tool: what it is for, its form, and the call that was made last or chosen from the history. */
export class ToolView {
  readonly element: HTMLElement;
  readonly heading: HTMLElement;
  private readonly form: ArgumentsForm;
  private readonly call: CallView;
  readonly answer = h('div');
  private shownId: number | undefined;
  // The call whose problems are still to be shown in the form that it came from.
  private sentId: number | undefined;
  private readonly secretsNote = h('p', { class: 'hint', hidden: true });

  constructor(
    readonly tool: ShownTool,
    private readonly store: Store,
    private readonly fail: (error: unknown) => void,
  ) {
    const { name, description, annotations, cost, disabled, inputSchema } = tool;
    const { purpose, usage } = descriptionParts(description);
    this.form = new ArgumentsForm(inputSchema);
    const actions = { replay: ({ id }: CallRecord) => void this.run(() => api.replay(id)), fail };
    this.call = new CallView(actions, store.catalogue ?? { savesTests: false });
    this.heading = h('h1', { tabindex: '-1' }, name);
    const hints = [
      ...hintsOf(annotations),
      ...(disabled ? ['disabled'] : []),
      ...(cost ? [`${plural(cost.tokens, 'token')} in the list`] : []),
    ];
    const element = h(
      'form',
      { novalidate: true, 'aria-label': `Call ${name}`, onsubmit: (event) => this.submit(event) },
      h(
        'h2',
        {},
        h('span', { class: 'step', 'aria-hidden': 'true' }, '2'),
        'Fill in the arguments, and run it',
      ),
      this.form.element,
      this.secretsNote,
      h(
        'div',
        { class: 'actions run' },
        h('button', { type: 'submit', class: 'main' }, `Run ${name}`),
        button('Ask the policy', () => void this.explain()),
        h('small', {}, 'Ctrl+Enter runs it too'),
      ),
    );
    element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.submit(event);
    });
    this.element = h(
      'article',
      { class: 'tool' },
      this.heading,
      h('p', { class: 'hints' }, ...hints.map((hint) => h('span', {}, hint))),
      h('p', { class: 'text purpose' }, purpose),
      usage !== '' && h('p', { class: 'text hint' }, usage),
      ...this.details(),
      element,
    );
    fill(
      this.answer,
      h(
        'p',
        { class: 'empty' },
        'The answer appears here: what the tool returned, what it costs an agent, and what the policy said.',
      ),
    );
  }

  /** What was typed and not run. */
  get draft(): Record<string, unknown> | undefined {
    return this.form.draft;
  }

  /** Fills the form with what was typed before. */
  restore({ args, hidesSecrets = false }: TypedArguments): void {
    this.form.write(args);
    this.form.typed();
    this.tellSecrets(hidesSecrets && 'Secrets are not kept here: type them again.');
  }

  /** Shows a call; one from the history also fills the form. */
  show(call: CallRecord, fills: boolean): void {
    if (fills) {
      this.form.write(call.hidesSecrets ? withoutHiddenArguments(call.args) : call.args);
      this.tellSecrets(
        call.hidesSecrets &&
          'Secrets of this call are not shown. Replay makes it again with them; here, type them again.',
      );
      this.form.mark(call.verdict?.problems ?? []);
    }
    this.shownId = call.id;
    this.call.show(call);
    if (call.id === this.sentId && call.verdict) {
      this.sentId = undefined;
      this.form.mark(call.verdict.problems ?? [])?.focus();
    }
    if (!this.call.element.isConnected) fill(this.answer, this.call.element);
  }

  /** Draws the shown call again if it changed. */
  update(): void {
    const call = this.shownId === undefined ? undefined : this.store.calls.get(this.shownId);
    if (call) this.show(call, false);
  }

  private tellSecrets(words: string | false | undefined): void {
    this.secretsNote.textContent = words || '';
    this.secretsNote.hidden = !words;
  }

  private submit(event: Event): void {
    event.preventDefault();
    const args = this.form.read();
    if (!args) return;
    void this.run(async () => {
      const begun = await api.call(this.tool.name, args);
      this.form.ran();
      return begun;
    });
  }

  private async run(call: () => Promise<{ id: number }>): Promise<void> {
    this.shownId = undefined;
    fill(this.answer, h('p', { class: 'empty' }, 'Calling …'));
    this.answer.scrollIntoView({ block: 'nearest' });
    try {
      const { id } = await call();
      this.tellSecrets(undefined);
      announce(`${this.tool.name} is running.`);
      this.shownId = this.sentId = id;
      history.pushState(null, '', addressOf('call', id));
      this.update();
    } catch (error) {
      const words = (error as Error).message;
      fill(this.answer, h('pre', { class: 'problem', role: 'alert', tabindex: '0' }, words));
    }
  }

  private async explain(): Promise<void> {
    const args = this.form.read();
    if (!args) return;
    try {
      const verdict = await api.explain(this.tool.name, args);
      fill(this.answer, h('h3', {}, 'Policy and consent'), verdictView(verdict));
      this.shownId = undefined;
      this.form.mark(verdict.problems ?? [])?.focus();
    } catch (error) {
      this.fail(error);
    }
  }

  private details(): Child[] {
    const { description, outputSchema, inputSchema } = this.tool;
    const { examples } = descriptionParts(description);
    const use = (args: string): void => {
      this.form.write(JSON.parse(args) as Record<string, unknown>);
      this.form.typed();
    };
    const json = (value: unknown): HTMLElement => h('pre', { tabindex: '0' }, JSON.stringify(value, null, 2));
    return [
      examples.length > 0 &&
        h(
          'details',
          {},
          h('summary', {}, 'Examples'),
          ...examples.map(({ explains, args }) =>
            h(
              'figure',
              {},
              h('figcaption', {}, explains),
              h('pre', { tabindex: '0' }, args),
              button('Use this example', () => use(args), { class: 'quiet' }),
            ),
          ),
        ),
      h(
        'details',
        {},
        h('summary', {}, 'What an agent reads'),
        h('pre', { tabindex: '0' }, description),
        h('h3', {}, 'Input schema'),
        json(inputSchema),
        outputSchema && h('h3', {}, 'Output schema'),
        outputSchema && json(outputSchema),
      ),
    ];
  }
}
