import type { JsonSchema } from '../../base/json-schema';
import { ruleWords, typeWords } from '../schema-view';
import { h, newId, type Child } from './dom';

/** What a part of a form is made for. */
export interface FormFieldSpec {
  readonly label: string;
  /** The schema, with references followed and `null` taken out. */
  readonly schema: JsonSchema;
  /** The whole schema, which references refer to. */
  readonly root: JsonSchema;
  readonly required: boolean;
  readonly depth: number;
  /** Whether it is marked as required although it may be empty, which then means `null`. */
  readonly isMarked?: boolean;
  /** Whether it is one of a list, which says what its items are. */
  readonly isItem?: boolean;
}

/** A part of a form: a control, or several. */
export interface FormField {
  readonly element: HTMLElement;
  /** Returns its value; undefined leaves it out. Throws a `FieldProblem` if what was entered can't be a value. */
  read(): unknown;
  /** Returns what was entered so far, where fields are inside that can't be read yet. */
  draft?(): unknown;
  /** Shows a value; undefined empties it. */
  write(value: unknown): void;
  /**
   * Shows what is wrong with the value at a path below this field, such as `.stars` or `[1]`; empty for its own. Returns
   * the control to correct it with; undefined if there is none for that path.
   */
  mark(path: string, message: string): HTMLElement | undefined;
  /** Takes back everything that was marked. */
  clear(): void;
}

/** Something that was entered and can't be sent. */
export class FieldProblem extends Error {
  constructor(
    message: string,
    readonly control: HTMLElement,
  ) {
    super(message);
  }
}

/** Reads a field that may be half filled in: what can't be a value is left out. */
export function draftOf(field: FormField): unknown {
  if (field.draft) return field.draft();
  try {
    return field.read();
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    field.clear();
    return undefined;
  }
}

/** A form control with its label, what it is for, and a place for what is wrong with it. */
export class Labelled {
  readonly id = newId();
  readonly element: HTMLElement;
  private readonly problem = h('p', { class: 'problem', id: `${this.id}-problem`, hidden: true });

  constructor(
    private readonly spec: FormFieldSpec,
    private readonly control: HTMLElement,
    ...more: readonly Child[]
  ) {
    const { label, schema, root, isItem } = spec;
    const required = isMarked(spec);
    control.id = this.id;
    control.setAttribute('aria-describedby', `${this.id}-hint ${this.id}-problem`);
    if (required) control.setAttribute('aria-required', 'true');
    control.addEventListener('input', this.clear);
    this.element = h(
      'div',
      { class: 'field' },
      h(
        'div',
        { class: 'label' },
        h('label', { for: this.id }, label),
        !isItem && requiredMark(spec),
        h('span', { class: 'type' }, short(typeWords(schema, root))),
      ),
      h('p', { class: 'hint', id: `${this.id}-hint` }, ...(isItem ? [] : hint(schema))),
      control,
      ...more,
      this.problem,
    );
  }

  /** What a field has in common with its control. */
  get part(): Pick<FormField, 'element' | 'mark' | 'clear'> {
    const { element, mark, clear } = this;
    return { element, mark, clear };
  }

  /** Throws, and shows at the control what is wrong. */
  refuse(message: string): never {
    throw new FieldProblem(message, this.mark('', message));
  }

  /** Leaves the value out, even a required one, so that the tool says so; an item of a list can't be left out. */
  without(message: string): undefined {
    return this.spec.isItem ? this.refuse(message) : undefined;
  }

  /** Shows at the control what is wrong; whatever is wrong inside a value that is written as one, too. */
  private readonly mark = (path: string, message: string): HTMLElement => {
    const words = path ? `${path.replace(/^\./, '')} ${message}` : message;
    const said = this.problem.hidden ? '' : `${this.problem.textContent} `;
    this.control.setAttribute('aria-invalid', 'true');
    this.problem.textContent = `${said}${sentence(words)}`;
    this.problem.hidden = false;
    return this.control;
  };

  private readonly clear = (): void => {
    this.control.removeAttribute('aria-invalid');
    this.problem.hidden = true;
  };
}

function isMarked({ required, isMarked: marked = false }: FormFieldSpec): boolean {
  return required || marked;
}

/** The word beside the name of what is required. */
export function requiredMark(spec: FormFieldSpec): Child {
  return isMarked(spec) && h('span', { class: 'required' }, ' required');
}

/** What a schema says about a value, in words. */
export function hint(schema: JsonSchema): Child[] {
  const rules = ruleWords(schema);
  return [schema.description ?? schema.title ?? '', rules !== '' && h('small', {}, ` (${rules})`)];
}

function short(words: string): string {
  return words.length > 60 ? `${words.slice(0, 59)}…` : words;
}

/** Writes what is wrong as a sentence. */
export function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
