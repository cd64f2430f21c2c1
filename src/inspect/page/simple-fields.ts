import { button, h, newId } from './dom';
import { Labelled, type FormField, type FormFieldSpec } from './field';

const LONG_NAMES = /content|text|body|code|script|message|markdown|html|source|diff|patch|prompt|note|data/i;
const LONG = 200;

/** A line of text, or a box for longer ones that a file can be loaded into. */
export function textField(spec: FormFieldSpec): FormField {
  const { schema, label } = spec;
  const isSecret = schema.format === 'password' || schema['writeOnly'] === true;
  const isFile = schema['contentEncoding'] === 'base64' || schema['contentMediaType'] !== undefined;
  const isLong =
    !isSecret &&
    !schema.format &&
    (isFile || (schema.maxLength ?? Infinity) >= LONG) &&
    (isFile || schema.maxLength !== undefined || LONG_NAMES.test(label));
  const control = isLong
    ? h('textarea', { rows: 4, spellcheck: 'false' })
    : h('input', { type: isSecret ? 'password' : 'text', autocomplete: 'off', spellcheck: 'false' });
  const labelled = new Labelled(
    spec,
    control,
    isLong && fileButton(control, schema['contentEncoding'] === 'base64'),
  );
  return {
    ...labelled.part,
    read: () => (control.value === '' && !spec.required ? undefined : control.value),
    write: (value) => (control.value = typeof value === 'string' ? value : ''),
  };
}

/** A number. */
export function numberField(spec: FormFieldSpec): FormField {
  const { schema } = spec;
  const control = h('input', {
    type: 'number',
    min: schema.minimum,
    max: schema.maximum,
    step: schema.type === 'integer' ? (schema.multipleOf ?? 1) : 'any',
    inputmode: schema.type === 'integer' ? 'numeric' : 'decimal',
  });
  const labelled = new Labelled(spec, control);
  return {
    ...labelled.part,
    read: () => {
      if (control.validity.badInput) labelled.refuse('This is not a number.');
      if (control.value === '') return labelled.without('A number is required.');
      return Number(control.value);
    },
    write: (value) => (control.value = typeof value === 'number' ? String(value) : ''),
  };
}

/** A choice of values: an enum, a literal, or an optional yes or no. */
export function choiceField(spec: FormFieldSpec, values: readonly unknown[]): FormField {
  const control = h(
    'select',
    {},
    h('option', { value: '' }, spec.required ? 'Choose …' : 'not set'),
    ...values.map((value, index) =>
      h('option', { value: index }, typeof value === 'string' ? value : JSON.stringify(value)),
    ),
  );
  const labelled = new Labelled(spec, control);
  return {
    ...labelled.part,
    read: () => {
      if (control.value !== '') return values[Number(control.value)];
      return labelled.without('Choose one of the values.');
    },
    write: (value) => {
      const index = values.findIndex((each) => JSON.stringify(each) === JSON.stringify(value));
      control.value = index < 0 ? '' : String(index);
    },
  };
}

/** A switch that is on or off. */
export function switchField(spec: FormFieldSpec): FormField {
  const control = h('input', { type: 'checkbox', role: 'switch' });
  const labelled = new Labelled(spec, control);
  labelled.element.classList.add('switch');
  return {
    ...labelled.part,
    read: () => control.checked,
    write: (value) => (control.checked = value === true),
  };
}

/** Any value as JSON: for unions, and whatever has no form of its own. */
export function jsonField(spec: FormFieldSpec): FormField {
  const control = h('textarea', { rows: 3, spellcheck: 'false', class: 'json', placeholder: 'JSON' });
  const labelled = new Labelled(spec, control);
  return {
    ...labelled.part,
    read: () => {
      if (control.value.trim() === '') return labelled.without('A value is required; write it as JSON.');
      return parsed(control.value, (message) => labelled.refuse(message));
    },
    write: (value) => (control.value = value === undefined ? '' : JSON.stringify(value, null, 2)),
  };
}

/** Parses JSON that a person wrote. */
export function parsed(text: string, refuse: (message: string) => never): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return refuse(`This is not JSON: ${(error as Error).message}. Texts need double quotes.`);
  }
}

function fileButton(target: HTMLTextAreaElement | HTMLInputElement, asBase64: boolean): HTMLElement {
  const id = newId();
  const said = h('span', { class: 'hint', role: 'status' });
  const input = h('input', {
    type: 'file',
    id,
    class: 'unseen',
    tabindex: '-1',
    'aria-label': 'File to load',
  });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (!file) return;
    void file.arrayBuffer().then((buffer) => {
      const text = asBase64 ? undefined : textIn(buffer);
      target.value = text ?? base64(new Uint8Array(buffer));
      said.textContent = `${file.name}, ${file.size} bytes${text === undefined ? ', as base64' : ''}`;
    });
  });
  return h(
    'div',
    { class: 'file' },
    button('Load from a file …', () => input.click(), { class: 'quiet' }),
    input,
    said,
  );
}

function textIn(buffer: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer);
  } catch {
    return undefined;
  }
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
