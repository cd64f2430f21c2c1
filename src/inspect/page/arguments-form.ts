import type { JsonSchema } from '../../base/json-schema';
import { isObject, parsedJson } from '../../base/json-value';
import { button, fill, h, newId } from './dom';
import type { ShownProblem } from '../inspect-wire';
import { draftOf, FieldProblem, sentence, type FormField } from './field';
import { objectField } from './fields';
import { parsed } from './simple-fields';

/** The arguments of a tool, as a form or as the JSON that is sent. */
export class ArgumentsForm {
  readonly element = h('div', { class: 'arguments' });
  private readonly field: FormField;
  private readonly text = h('textarea', {
    rows: 10,
    spellcheck: 'false',
    class: 'json',
    'aria-label': 'Arguments as JSON',
  });
  private readonly problem = h('p', { class: 'problem', role: 'alert', hidden: true, id: newId() });
  private readonly body = h('div');
  private readonly ways: readonly HTMLButtonElement[];
  private asJson = false;
  private isTyped = false;

  constructor(schema: JsonSchema) {
    this.field = objectField({ label: '', schema, root: schema, required: true, depth: 0 });
    this.ways = [
      button('Form', () => this.turn(false), { 'aria-pressed': 'true' }),
      button('JSON', () => this.turn(true), { 'aria-pressed': 'false' }),
    ];
    this.text.setAttribute('aria-describedby', this.problem.id);
    this.element.append(
      h('div', { class: 'ways', role: 'group', 'aria-label': 'Enter the arguments as' }, ...this.ways),
      this.body,
      this.problem,
    );
    for (const kind of ['input', 'change']) this.body.addEventListener(kind, this.typed);
    // The buttons in it add to lists, and remove from them.
    this.body.addEventListener('click', ({ target }) => target instanceof HTMLButtonElement && this.typed());
    this.show(Object.keys(schema.properties ?? {}).length === 0);
  }

  /** Returns what was typed so far, as far as it can be values; undefined if nothing was since the form was filled or `ran` was called. */
  get draft(): Record<string, unknown> | undefined {
    if (!this.isTyped) return undefined;
    const typed = this.asJson ? parsedJson(this.text.value) : draftOf(this.field);
    return isObject(typed) ? typed : undefined;
  }

  /** What was typed has been sent. */
  ran(): void {
    this.isTyped = false;
  }

  /** What the form holds was not sent yet. */
  readonly typed = (): void => {
    this.isTyped = true;
  };

  /** Returns the arguments; undefined, with the reason shown and focused, if they can't be sent. */
  read(): Record<string, unknown> | undefined {
    this.clear();
    try {
      return (this.asJson ? this.fromJson() : this.field.read()) as Record<string, unknown>;
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      if (error.control === this.text) this.tell([error.message]);
      error.control.focus();
      return undefined;
    }
  }

  /** Shows what is wrong at the fields it concerns, and the rest below them; returns the first control to correct. */
  mark(problems: readonly ShownProblem[]): HTMLElement | undefined {
    this.clear();
    const rest: string[] = [];
    let first: HTMLElement | undefined;
    for (const { field, message } of problems) {
      const control = this.asJson || !field ? undefined : this.field.mark(field, message);
      if (!control) rest.push(sentence(`${field} ${message}`.trim()));
      first ??= control;
    }
    this.tell(rest);
    return first ?? (this.asJson ? this.text : undefined);
  }

  write(args: Record<string, unknown>): void {
    this.clear();
    this.isTyped = false;
    this.field.write(args);
    this.text.value = JSON.stringify(args, null, 2);
  }

  private clear(): void {
    this.tell([]);
    this.field.clear();
  }

  private tell(problems: readonly string[]): void {
    this.problem.textContent = problems.join(' ');
    this.problem.hidden = !problems.length;
    this.text.setAttribute('aria-invalid', String(problems.length > 0));
  }

  private turn(asJson: boolean): void {
    if (asJson === this.asJson) return;
    const args = this.read();
    if (!args) return;
    const { isTyped } = this;
    this.write(args);
    this.isTyped = isTyped;
    this.asJson = asJson;
    this.show(false);
  }

  private show(isEmpty: boolean): void {
    this.ways.forEach((way, index) =>
      way.setAttribute('aria-pressed', String(this.asJson === (index === 1))),
    );
    const none = isEmpty && h('p', { class: 'hint' }, 'This tool takes no arguments.');
    fill(this.body, this.asJson ? this.text : this.field.element, !this.asJson && none);
  }

  private fromJson(): unknown {
    const refuse = (message: string): never => {
      throw new FieldProblem(message, this.text);
    };
    const value = parsed(this.text.value.trim() || '{}', refuse);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? value : refuse('The arguments must be a JSON object, such as {"path": "README.md"}.');
  }
}
