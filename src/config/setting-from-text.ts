import type { JsonSchema } from '../base/json-schema';
import type { KnownSetting } from './known-settings';

const YES = /^(true|1|yes|on)$/i;
const NO = /^(false|0|no|off)$/i;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Converts the text of a variable or an option to the type of its setting; the check rejects what does not fit. */
export function valueFromText(text: string, { schema, names }: KnownSetting): unknown {
  const value = fromText(text, schema);
  return names.caseless && typeof value === 'string' ? value.toLowerCase() : value;
}

/** Converts the texts of an option, one or several, to the type of its setting. */
export function valueFromOption(given: string | boolean | readonly string[], setting: KnownSetting): unknown {
  if (typeof given === 'boolean') return given;
  if (typeof given === 'string') return valueFromText(given, setting);
  const { items } = setting.schema;
  const texts = items?.enum ? given.flatMap(listed) : given;
  return texts.map((text) => (items ? fromText(text, items) : text));
}

function fromText(text: string, schema: JsonSchema): unknown {
  const { type, items } = schema;
  switch (type) {
    case 'boolean':
      return YES.test(text) ? true : NO.test(text) ? false : text;
    case 'integer':
    case 'number':
      return NUMBER.test(text.trim()) ? Number(text) : text;
    case 'array':
      return listFromText(text, items);
    case 'object':
      return parsed(text);
    default:
      return text;
  }
}

// Either JSON, whose items may be texts in the place of what they hold, or names with commas between them.
function listFromText(text: string, items: JsonSchema | undefined): unknown {
  const list = text.trimStart().startsWith('[') ? parsed(text) : listed(text);
  if (!Array.isArray(list) || !items) return list;
  return list.map((item: unknown) => (typeof item === 'string' ? fromText(item, items) : item));
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
