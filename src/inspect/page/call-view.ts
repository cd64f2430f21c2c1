import type { CallRecord, Catalogue } from '../inspect-wire';
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
  private readonly state = h('p');
  private readonly progress = h('div');
  private readonly actionBar = h('div', { class: 'actions' });
  private readonly rest = h('div');
  readonly element = h('div', { class: 'call' }, this.state, this.actionBar, this.progress, this.rest);
  private shown: CallRecord | undefined;
  private result: HTMLElement | undefined;

  constructor(
    private readonly actions: CallActions,
    private readonly saves: Pick<Catalogue, 'savesTests' | 'testRunner'>,
  ) {}

  show(call: CallRecord): void {
    const before = this.shown;
    if (call === before) return;
    this.shown = call;
    const isSame = call.id === before?.id;
    // A result is drawn once, so that what was unfolded in it stays so.
    if (!isSame || call.result !== before.result) this.result = call.result && resultView(call.result);
    // Buttons stay while the progress beside them moves, so that a click on one is not lost.
    if (!isSame || call.state !== before.state) {
      const hadFocus = this.actionBar.contains(document.activeElement);
      fill(this.actionBar, ...this.buttons(call));
      if (hadFocus) this.actionBar.querySelector('button')?.focus();
    }
    this.state.className = `state ${call.state}`;
    fill(this.state, h('strong', {}, factsOf(call)), ` · call ${call.id}`);
    fill(this.progress, call.progress && progressView(call.progress));
    const { problem, verdict } = call;
    fill(
      this.rest,
      problem !== undefined && h('pre', { class: 'problem', tabindex: '0' }, problem),
      this.result,
      timelineView(call),
      verdict && h('section', {}, h('h3', {}, 'Policy and consent'), verdictView(verdict)),
    );
  }

  private buttons(call: CallRecord): Child[] {
    if (call.state === 'running')
      return [
        button('Cancel the call', () => void api.cancel(call.id).catch(this.actions.fail), {
          class: 'danger',
        }),
      ];
    const save = (): void => void showSaved(call.id, this.saves).catch(this.actions.fail);
    return [
      button('Replay', () => this.actions.replay(call)),
      call.result && button(this.saves.savesTests ? 'Save as test' : 'Save the recording', save),
    ];
  }
}

function factsOf({ state, took, cost }: CallRecord): string {
  const time = took === undefined ? '' : ` in ${duration(took)}`;
  return `${STATES[state]}${time}${cost?.tokens ? ` · about ${plural(cost.tokens, 'token')}` : ''}`;
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
