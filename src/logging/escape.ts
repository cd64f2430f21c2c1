import { exceptionText } from './exception-text';

// What could end a line, move a cursor or turn the reading direction: C0, DEL, C1, line separators, bidi controls.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text with every control character spelled out, so that it stays on its line and can't forge another. */
export function escapeControls(text: string): string {
  return text.replace(CONTROL, (found) => SHORT[found] ?? unicodeEscape(found));
}

/** JSON on one line that holds no control character either, whoever splits it into lines; whatever it is given. */
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
    if (value instanceof Error) return exceptionText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (above.includes(value)) return '[circular]';
    above.push(value);
    return value;
  };
}
