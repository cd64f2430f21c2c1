import type { JsonSchema } from '../../base/json-schema';
import { button, h, newId } from './dom';
import { draftOf, hint, requiredMark, sentence, type FormField, type FormFieldSpec } from './field';

/** A list: a field for each item, and a button that adds one. */
export function listField(
  spec: FormFieldSpec,
  items: JsonSchema,
  makeField: (spec: FormFieldSpec) => FormField,
): FormField {
  const { label, root, depth, required, schema } = spec;
  const id = newId();
  const rows: { element: HTMLElement; field: FormField }[] = [];
  const list = h('ol', { class: 'items' });
  const add = (value?: unknown): void => {
    const name = `${label} ${rows.length + 1}`;
    const field = makeField({
      label: name,
      schema: items,
      root,
      required: true,
      depth: depth + 1,
      isItem: true,
    });
    if (value !== undefined) field.write(value);
    const row = {
      field,
      element: h(
        'li',
        {},
        field.element,
        button('Remove', () => remove(row), { class: 'quiet', 'aria-label': `Remove ${name}` }),
      ),
    };
    rows.push(row);
    list.append(row.element);
  };
  const remove = (row: (typeof rows)[number]): void => {
    rows.splice(rows.indexOf(row), 1);
    row.element.remove();
    problem.hidden = true;
    adder.focus();
  };
  const adder = button(
    'Add',
    () => {
      add();
      problem.hidden = true;
      rows.at(-1)?.element.querySelector<HTMLElement>('input, textarea, select')?.focus();
    },
    { class: 'quiet', 'aria-label': `Add to ${label}`, 'aria-describedby': id },
  );
  const problem = h('p', { class: 'problem', id, hidden: true });
  const element = h(
    'fieldset',
    {},
    h('legend', {}, label, !spec.isItem && requiredMark(spec)),
    h('p', { class: 'hint' }, ...hint(schema), ' ', ...hint(items)),
    list,
    adder,
    problem,
  );
  return {
    element,
    read: () => (rows.length || required ? rows.map(({ field }) => field.read()) : undefined),
    draft: () => rows.map(({ field }) => draftOf(field)).filter((value) => value !== undefined),
    write: (value) => {
      rows.length = 0;
      list.replaceChildren();
      for (const each of Array.isArray(value) ? value : []) add(each);
    },
    mark: (path, message) => {
      const [whole = '', index = ''] = /^\[(\d+)\]/.exec(path) ?? [];
      const inside = rows[Number(index || NaN)]?.field.mark(path.slice(whole.length), message);
      if (inside) return inside;
      problem.textContent = sentence(`${path} ${message}`.trim());
      problem.hidden = false;
      return adder;
    },
    clear: () => {
      problem.hidden = true;
      for (const { field } of rows) field.clear();
    },
  };
}
