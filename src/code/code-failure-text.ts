import { nearestNames } from '../base/names';
import { insteadOf } from './absent-globals';
import { blame } from './explain-code-failure';
import { parseProgram, type ProgramPlace, type PreparedProgram } from './prepare-program';
import type { ProgramError } from './program-report';

const MOST_NAMES = 60;
const NO_MODULES = 'There are no modules to import: tools are functions under tools.';

/** What a failure is described with. */
export interface FailureSources {
  readonly prepared: PreparedProgram;
  readonly code: string;
  readonly namespaces: Readonly<Record<string, readonly string[]>>;
  /** What a function returned last in this run, as the code names it. */
  shapeOf(called: string): string | undefined;
}

/** Describes an error: what happened, where in the user's code, and what is available instead. */
export async function failureText(error: ProgramError, sources: FailureSources): Promise<string> {
  const place = placeOf(error.stack, sources.prepared);
  const what = error.name === 'ToolError' || error.name === 'Error' ? '' : `${plainName(error)}: `;
  const message = (place && (await explained(error, place, sources))) ?? error.message;
  const shown = place && shownLine(sources.code, place.line);
  return [`${what}${message}${where(place)}`, shown, adviceFor(error, sources)].filter(Boolean).join('\n');
}

/** Writes a place after a message. */
export function where(place: { line: number; column?: number } | undefined): string {
  if (!place) return '';
  return ` (line ${place.line}${place.column === undefined ? '' : `, column ${place.column}`})`;
}

/** Formats one line of the code for an error. */
export function shownLine(code: string, line: number): string | undefined {
  const text = code.split(/\r?\n/)[line - 1];
  return text === undefined
    ? undefined
    : `  ${line} | ${text.length > 160 ? `${text.slice(0, 160)}…` : text}`;
}

function placeOf(stack: string, prepared: PreparedProgram): ProgramPlace | undefined {
  const [, line, column] = /\bcode\.js:(\d+)(?::(\d+))?/.exec(stack) ?? [];
  return line === undefined
    ? undefined
    : prepared.place(Number(line), column === undefined ? undefined : Number(column));
}

// The engine says that something is undefined, but not what.
async function explained(
  { name, message }: ProgramError,
  { source, offset }: ProgramPlace,
  { shapeOf }: FailureSources,
): Promise<string | undefined> {
  if (name !== 'TypeError' || offset === undefined) return undefined;
  const found = blame(message, source, await parseProgram(source), offset);
  if (!found) return undefined;
  const shape = found.origin === undefined ? undefined : shapeOf(found.origin);
  return shape === undefined ? found.message : `${found.message}; ${found.origin} returned ${shape}`;
}

function plainName({ name, message }: ProgramError): string {
  if (name !== 'InternalError') return name;
  return message === 'stack overflow' ? 'StackError' : 'MemoryError';
}

function adviceFor({ name, message }: ProgramError, { namespaces }: FailureSources): string | undefined {
  if (name === 'TimeoutError') return 'Do less in one run, or split the work into several.';
  if (name === 'MemoryError')
    return 'Keep less in memory: process items one by one and return only what is needed.';
  if (/^could not load module/.test(message)) return NO_MODULES;
  const unknown = /^(\w+)\.(.+) is not a function$/.exec(message);
  const space = unknown && namespaces[unknown[1]!];
  if (unknown && space) return choices(`${unknown[1]}.`, unknown[2]!, space);
  const undefinedName = /^'?(\S+?)'? is not defined$/.exec(message)?.[1];
  if (undefinedName === undefined) return undefined;
  const tools = namespaces['tools'] ?? [];
  if (tools.includes(undefinedName)) return `Call tools as tools.${undefinedName}({ … }).`;
  return insteadOf(undefinedName, tools) ?? choices('', undefinedName, Object.keys(namespaces));
}

function choices(prefix: string, wanted: string, names: readonly string[]): string {
  const nearest = nearestNames(wanted, names).map((name) => prefix + name);
  const listed = names.slice(0, MOST_NAMES).join(', ');
  const more = names.length > MOST_NAMES ? `, … and ${names.length - MOST_NAMES} more: await ot.tools()` : '';
  return `${nearest.length ? `Did you mean ${nearest.join(' or ')}? ` : ''}Available: ${listed}${more}`;
}
