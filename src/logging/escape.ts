import { isError } from '../base/any-realm';
import { exceptionText } from './exception-text';

// Characters that could end a line, move the cursor or change the text direction: C0, DEL, C1, line separators, bidi controls.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes every control character, so that the text stays on its line of the log and cannot forge another. */
export function escapeControls(text: string): string {
  return text.replace(CONTROL, (found) => SHORT[found] ?? unicodeEscape(found));
}

/** Returns any value as JSON on one line, without control characters of any kind. */
export function safeJson(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, withoutCycles());
  } catch (error) {
    text = JSON.stringify(`not representable: ${String(error)}`);
  }
  return (text ?? 'null').replace(CONTROL, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function withoutCycles(): (this: unknown, key: string, value: unknown) => unknown {
  const above: unknown[] = [];
  return function (_key, value) {
    while (above.length && above[above.length - 1] !== this) above.pop();
    if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function')
      return String(value);
    if (isError(value)) return exceptionText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (above.includes(value)) return '[circular]';
    above.push(value);
    return value;
  };
}
