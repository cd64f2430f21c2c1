import type { KnownSetting } from './settings';

const YES = /^(true|1|yes|on)$/i;
const NO = /^(false|0|no|off)$/i;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A variable's or an option's text as the value its setting wants; text that doesn't fit is left for the check to refuse. */
export function valueFromText(text: string, setting: KnownSetting): unknown {
  const { schema, names } = setting;
  switch (schema.type) {
    case 'boolean':
      return YES.test(text) ? true : NO.test(text) ? false : text;
    case 'integer':
    case 'number':
      return NUMBER.test(text.trim()) ? Number(text) : text;
    case 'array':
      return text.trimStart().startsWith('[') ? parsed(text) : listed(text);
    case 'object':
      return parsed(text);
    default:
      return names.caseless ? text.toLowerCase() : text;
  }
}

/** What an option was given, one text or several, as the value its setting wants. */
export function valueFromOption(given: string | boolean | readonly string[], setting: KnownSetting): unknown {
  if (typeof given === 'boolean') return given;
  if (typeof given === 'string') return valueFromText(given, setting);
  return setting.schema.items?.enum ? given.flatMap(listed) : [...given];
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
