import type { CallRecord } from '../wire';
import { api } from './api';
import { button, duration, fill, h, plural, type Child } from './dom';
import { resultView } from './result-view';
import { showSaved } from './save-dialog';
import { timelineView } from './timeline-view';
import { verdictView } from './verdict-view';

/** What can be done with a call that is shown. */
export interface CallActions {
  replay(call: CallRecord): void;
  fail(error: unknown): void;
}

const STATES: Readonly<Record<CallRecord['state'], string>> = {
  running: 'Running …',
  done: 'Answered',
  failed: 'Answered with an error',
  cancelled: 'Cancelled',
};

/** Shows one call while it runs, and what came of it. */
export class CallView {
  readonly element = h('div', { class: 'call' });
  private shown: CallRecord | undefined;
  private result: HTMLElement | undefined;

  constructor(
    private readonly actions: CallActions,
    private readonly savesTests: boolean,
  ) {}

  show(call: CallRecord): void {
    if (call === this.shown) return;
    // A result is drawn once, so that what was unfolded in it stays so.
    if (call.id !== this.shown?.id || call.result !== this.shown?.result)
      this.result = call.result && resultView(call.result);
    this.shown = call;
    const hadFocus = this.element.contains(document.activeElement);
    fill(this.element, ...this.parts(call));
    if (hadFocus) this.element.querySelector<HTMLElement>('button')?.focus();
  }

  private parts(call: CallRecord): Child[] {
    const { state, took, cost, verdict, problem, progress, result } = call;
    const facts = [
      STATES[state],
      ...(took === undefined ? [] : [`in ${duration(took)}`]),
      ...(cost ? [`· about ${plural(cost.tokens, 'token')}`] : []),
    ];
    return [
      h('p', { class: `state ${state}` }, h('strong', {}, facts.join(' ')), ` · call ${call.id}`),
      progress && progressView(progress),
      h('div', { class: 'actions' }, ...this.buttons(call)),
      problem !== undefined && h('pre', { class: 'problem', tabindex: '0' }, problem),
      result && this.result,
      timelineView(call),
      verdict && h('section', {}, h('h3', {}, 'Policy and consent'), verdictView(verdict)),
    ];
  }

  private buttons(call: CallRecord): Child[] {
    if (call.state === 'running')
      return [
        button('Cancel the call', () => void api.cancel(call.id).catch(this.actions.fail), {
          class: 'danger',
        }),
      ];
    const save = (): void => void showSaved(call.id, this.savesTests).catch(this.actions.fail);
    return [button('Replay', () => this.actions.replay(call)), call.result && button('Save as test', save)];
  }
}

function progressView({ progress, total, message }: NonNullable<CallRecord['progress']>): HTMLElement {
  const words = message ?? (total === undefined ? `${progress}` : `${progress} of ${total}`);
  return h(
    'p',
    { class: 'progress' },
    h('progress', { 'aria-label': 'Progress', ...(total !== undefined && { max: total, value: progress }) }),
    ` ${words}`,
  );
}
