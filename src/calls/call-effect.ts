import { HIDDEN } from '../base/hidden';
import { withoutSecrets } from '../json/without-secrets';
import type { ToolShape } from '../tool/tool';

const MOST_ARGUMENTS = 20;
/** How much of a value is shown: of its beginning and of its end. */
const SHOWN = { head: 300, tail: 100 };
/** The same for a path or a command, whose middle matters as much. */
const SHOWN_JUDGED = { head: 3_000, tail: 1_000 };

/**
 * Returns what a call acts on, one line per argument, those first that the policy judges: agent text quoted, bounded, free of
 * invisible characters and secrets, and written so that no client shows it as anything but text.
 */
export function effectOf(tool: ToolShape, args: Readonly<Record<string, unknown>>): string[] {
  const judged = new Set(tool.accesses?.map(({ field }) => field.split('.', 1)[0]!));
  const named = Object.entries(withoutSecrets(args, tool.describe().inputSchema, { names: tool.secrets }))
    .filter(([name]) => name !== tool.explicit?.field)
    .sort(([one], [other]) => Number(judged.has(other)) - Number(judged.has(one)));
  const shown = named.slice(0, MOST_ARGUMENTS).map(([name, value]) => {
    const room = judged.has(name) ? SHOWN_JUDGED : SHOWN;
    return `${shownName(name)}: ${value === HIDDEN ? value : shownValue(value, room)}`;
  });
  const left = named.length - shown.length;
  return left > 0 ? [...shown, `and ${left} more`] : shown;
}

/** Returns the first line of a tool's description, safe to show beside agent text. */
export function purposeOf(tool: ToolShape): string {
  const [line = ''] = tool.describe().summary.split('\n');
  return escaped(line.slice(0, SHOWN.head + SHOWN.tail));
}

function shownName(name: string): string {
  return /^[\w.-]{1,64}$/.test(name) ? name : shownValue(name);
}

// Both ends are shown: padding must not push the part that matters out of sight.
function shownValue(value: unknown, { head, tail } = SHOWN): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const quote = (part: string): string => escaped(typeof value === 'string' ? JSON.stringify(part) : part);
  const hidden = text.length - head - tail;
  if (hidden <= 0) return quote(text);
  const missing = `(${hidden} of ${text.length} characters are not shown here)`;
  return `${quote(text.slice(0, head))} ${missing} ${quote(text.slice(-tail))}`;
}

// Escapes what ends a line, reorders or hides text where it is shown, what a client that renders markdown or HTML would make
// a link, a picture or a button of, and what covers other lines or pushes text onto a line of its own. The patterns are made
// here, because looking up properties of Unicode takes milliseconds that no start should wait for.
function escaped(text: string): string {
  return text
    .replace(/[\p{Zs}\u2800]{4,}/gu, (spaces) => ` (${spaces.length} spaces) `)
    .replace(/(?<=\p{M}{3})\p{M}+/gu, (marks) => ` (${marks.length} marks) `)
    .replace(/(?<=\])\(|<(?=[a-z!/][^>]*>)/gi, unicode)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, unicode);
}

function unicode(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
