import type { JsonSchema } from '../../base/json-schema';
import type { CallRecord, ShownQuestion } from '../inspect-wire';
import { api } from './api';
import { button, h, newId } from './dom';
import { FieldProblem, type FormField } from './field';
import { objectField } from './fields';
import type { Store } from './store';

// Longer than the clicks of a double click are apart.
const UNARMED_MS = 500;

/** Puts the questions of tools to the person, one after the other. */
export function askQuestions(store: Store, fail: (error: unknown) => void): void {
  let open: { key: string; dialog: HTMLDialogElement } | undefined;
  store.on('calls', () => {
    const asking = [...store.calls.values()].find(({ state, question }) => state === 'running' && question);
    const key = asking ? `${asking.id}/${asking.question!.number}` : '';
    if (open?.key === key) return;
    open?.dialog.remove();
    open = undefined;
    if (!asking) return;
    const dialog = questionDialog(asking, asking.question!, fail);
    open = { key, dialog };
    document.body.append(dialog);
    dialog.showModal();
    // No control has the focus: what was still typed for the form behind must answer nothing.
    dialog.focus();
  });
}

function questionDialog(
  call: CallRecord,
  question: ShownQuestion,
  fail: (error: unknown) => void,
): HTMLDialogElement {
  const { message, schema, url, number } = question;
  const title = newId();
  const text = newId();
  const field = schema && Object.keys(schema['properties'] ?? {}).length > 0 ? formOf(schema) : undefined;
  const yes = h('button', { type: 'submit', class: 'main' }, field ? 'Send the answer' : 'Allow');
  const send = (action: 'accept' | 'decline' | 'cancel', content?: unknown): void => {
    dialog.close();
    const answer = {
      id: call.id,
      number,
      action,
      ...(content !== undefined && { content: content as Record<string, unknown> }),
    };
    void api.answer(answer).catch(fail);
  };
  const accept = (event: Event): void => {
    event.preventDefault();
    field?.clear();
    try {
      const content = field ? field.read() : schema && {};
      const missing = neededNames(schema).find((name) => !Object.hasOwn(Object(content) as object, name));
      if (missing !== undefined) return field?.mark(missing, 'is needed for an answer')?.focus();
      send('accept', content);
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      error.control.focus();
    }
  };
  const dialog = h(
    'dialog',
    { 'aria-labelledby': title, 'aria-describedby': text, tabindex: '-1' },
    h('h2', { id: title }, `${call.tool} asks you`),
    h('p', { id: text, class: 'text' }, plainly(message)),
    url !== undefined && linkTo(url),
    h(
      'form',
      { onsubmit: accept },
      field?.element,
      h(
        'div',
        { class: 'actions' },
        yes,
        button('Decline', () => send('decline')),
      ),
    ),
  );
  // The second click of a double click may meet the dialog that the first one opened.
  yes.disabled = true;
  setTimeout(() => (yes.disabled = false), UNARMED_MS);
  // Escape leaves the question unanswered.
  dialog.addEventListener('cancel', () => send('cancel'));
  return dialog;
}

// A question for consent is written for clients that render markup, too; here it is text, and shown as it is.
function plainly(message: string): string {
  return message.replace(/(?<!\\)((?:\\\\)*)\\u(003c|0028)/g, (_, before: string, code: string) => {
    return before + String.fromCharCode(parseInt(code, 16));
  });
}

// A question's schema is an object without others inside.
function neededNames(schema: JsonSchema | undefined): readonly string[] {
  return schema?.['required'] ?? [];
}

function formOf(schema: JsonSchema): FormField {
  return objectField({ label: '', schema, root: schema, required: true, depth: 0 });
}

function linkTo(url: string): HTMLElement {
  const isWeb = /^https?:\/\//i.test(url);
  return h(
    'p',
    {},
    'It asks you to visit ',
    isWeb ? h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, url) : url,
  );
}
