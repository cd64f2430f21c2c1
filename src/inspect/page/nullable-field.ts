import { h, newId } from './dom';
import { draftOf, type FormField, type FormFieldSpec } from './field';

/** A field that may also be `null`, which a box beside it says. */
export function nullableField(
  inner: FormField,
  { label, required }: Pick<FormFieldSpec, 'label' | 'required'>,
): FormField {
  const id = newId();
  const isNull = h('input', { type: 'checkbox', id, 'aria-label': `${label} is null` });
  const element = h(
    'div',
    { class: 'nullable' },
    inner.element,
    h('label', { for: id, class: 'null' }, isNull, ' null'),
  );
  const show = (): void => void inner.element.toggleAttribute('inert', isNull.checked);
  isNull.addEventListener('change', show);
  return {
    element,
    read: () => (isNull.checked ? null : (inner.read() ?? (required ? null : undefined))),
    draft: () => (isNull.checked ? null : draftOf(inner)),
    write: (value) => {
      isNull.checked = value === null;
      inner.write(value ?? undefined);
      show();
    },
    mark: (path, message) => inner.mark(path, message),
    clear: () => inner.clear(),
  };
}
