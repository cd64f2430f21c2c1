import { nearestNames } from '../base/names';
import type { SandboxError } from './sandbox-report';

const MOST_NAMES = 60;

/** Describes an error: what happened, on which line of the user's code, and what is available instead. */
export function failureText(
  error: SandboxError,
  code: string,
  namespaces: Readonly<Record<string, readonly string[]>>,
): string {
  const line = lineOf(error.stack);
  const what = error.name === 'ToolError' || error.name === 'Error' ? '' : `${plainName(error)}: `;
  const where = line === undefined ? '' : ` (line ${line})`;
  const shown = line === undefined ? undefined : shownLine(code, line);
  return [`Error: ${what}${error.message}${where}`, shown, adviceFor(error, namespaces)]
    .filter(Boolean)
    .join('\n');
}

/** Formats one line of the code for an error. */
export function shownLine(code: string, line: number): string | undefined {
  const text = code.split(/\r?\n/)[line - 1];
  return text === undefined
    ? undefined
    : `  ${line} | ${text.length > 160 ? `${text.slice(0, 160)}…` : text}`;
}

// Wrapping does not move lines, so the engine's line numbers are the user's.
function lineOf(stack: string): number | undefined {
  const line = /\bcode\.js:(\d+)/.exec(stack)?.[1];
  return line === undefined ? undefined : Number(line);
}

function plainName({ name, message }: SandboxError): string {
  if (name !== 'InternalError') return name;
  return message === 'stack overflow' ? 'StackError' : 'MemoryError';
}

function adviceFor(
  { name, message }: SandboxError,
  namespaces: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  if (name === 'TimeoutError') return 'Do less in one run, or split the work into several.';
  if (name === 'MemoryError')
    return 'Keep less in memory: process items one by one and return only what is needed.';
  const unknown = /^(\w+)\.(.+) is not a function$/.exec(message);
  const space = unknown && namespaces[unknown[1]!];
  if (unknown && space) return choices(`${unknown[1]}.`, unknown[2]!, space);
  const undefinedName = /^'?(\S+?)'? is not defined$/.exec(message)?.[1];
  if (undefinedName === undefined) return undefined;
  if (namespaces['tools']?.includes(undefinedName)) return `Call tools as tools.${undefinedName}({ … }).`;
  return choices('', undefinedName, Object.keys(namespaces));
}

function choices(prefix: string, wanted: string, names: readonly string[]): string {
  const nearest = nearestNames(wanted, names).map((name) => prefix + name);
  const listed = names.slice(0, MOST_NAMES).join(', ');
  const more = names.length > MOST_NAMES ? `, … and ${names.length - MOST_NAMES} more: await ot.tools()` : '';
  return `${nearest.length ? `Did you mean ${nearest.join(' or ')}? ` : ''}Available: ${listed}${more}`;
}
