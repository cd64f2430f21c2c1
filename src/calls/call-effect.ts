import type { ToolShape } from '../tool/tool';

const MOST_ARGUMENTS = 20;
const LONGEST = 400;
const HEAD = 300;
const TAIL = 100;

/** Returns what a call acts on, one line per argument: agent text quoted, bounded and free of invisible characters. */
export function effectOf(tool: ToolShape, args: Readonly<Record<string, unknown>>): string[] {
  const named = Object.entries(args).filter(([name]) => name !== tool.explicit?.field);
  const shown = named
    .slice(0, MOST_ARGUMENTS)
    .map(([name, value]) => `${shownName(name)}: ${tool.secrets.includes(name) ? '•••' : shownValue(value)}`);
  const left = named.length - shown.length;
  return left > 0 ? [...shown, `and ${left} more`] : shown;
}

/** Returns the first line of a tool's description, safe to show beside agent text. */
export function purposeOf(tool: ToolShape): string {
  const [line = ''] = tool.describe().summary.split('\n');
  return escaped(line.slice(0, LONGEST));
}

function shownName(name: string): string {
  return /^[\w.-]{1,64}$/.test(name) ? name : shownValue(name);
}

// Both ends are shown: padding must not push the part that matters out of sight.
function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const quote = (part: string): string => escaped(typeof value === 'string' ? JSON.stringify(part) : part);
  if (text.length <= LONGEST) return quote(text);
  return `${quote(text.slice(0, HEAD))} … ${quote(text.slice(-TAIL))} (${text.length} characters)`;
}

// Escapes characters that end a line, reorder or hide text where it is shown. The pattern is made here, because looking up
// properties of Unicode takes milliseconds that no start should wait for.
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, unicode);
}

function unicode(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
