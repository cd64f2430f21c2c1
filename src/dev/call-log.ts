import type { Hook } from '../app/author-hooks';
import { HIDDEN } from '../base/hidden';
import { howMany } from '../base/how-many';
import { isObject } from '../base/json-value';
import type { Paint } from '../base/colours';
import { begunOperation, failedOperations, type FailedOperation } from './operations-in-reply';
import { failureIn } from './failure-in-reply';
import { shownArguments, shownReason, type DeclaredArguments } from './declared-arguments';
import type { VersionFacts, WireMessage } from './version-messages';

/** How the log is written. */
export interface CallLogOptions {
  readonly write: (text: string) => void;
  readonly colour: Paint;
  /** The time of day. */
  readonly now: () => Date;
}

/** A request of a client that is logged when it ends. */
export interface LoggedCall {
  readonly request: WireMessage;
  /** When it began, by the clock of `performance`. */
  readonly began: number;
  /** What the version that took it declares about arguments. */
  readonly declared: DeclaredArguments;
}

const LONGEST_ARGUMENTS = 100;
const LONGEST_REASON = 300;
// A longer message of an exception is cut in the reason.
const LONGEST_MATCH = 200;
const MOST_THROWN = 100;
const MOST_BEGUN = 1_000;
// Requests that say nothing about the author's code.
const QUIET = new Set(['ping', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']);

/** The live log of `dev`: one line for each call, each save and whatever went wrong. Secret arguments are hidden. */
export class CallLog {
  // What tools threw in calls that are not answered yet.
  private readonly thrown: { readonly message: string; readonly frames: readonly string[] }[] = [];

  // The calls that began operations, by the ids of those.
  private readonly begun = new Map<string, LoggedCall>();

  constructor(private readonly options: CallLogOptions) {}

  /** A tool threw at these lines of the author's code; its answer follows. */
  threw(message: string, frames: readonly string[]): void {
    this.thrown.push({ message, frames });
    if (this.thrown.length > MOST_THROWN) this.thrown.shift();
  }

  /** A request was answered. */
  answered(call: LoggedCall, reply: WireMessage): void {
    const { green, red } = this.options.colour;
    this.noteBegun(call, reply);
    const operations = failedOperations(call.request, reply);
    const problem = operations.length ? undefined : failureIn(reply);
    if (problem === undefined && QUIET.has(String(call.request['method']))) return;
    if (problem === undefined) this.call(green('✓'), call);
    else this.call(red('✗'), call, this.reasonOf(problem, call), this.framesOf(problem));
    for (const operation of operations) this.operation(operation);
  }

  /** A request could not be answered. */
  failed(call: LoggedCall, reason: string): void {
    this.call(this.options.colour.red('✗'), call, this.reasonOf(reason, call));
  }

  cancelled(call: LoggedCall): void {
    this.call(this.options.colour.yellow('–'), call, 'cancelled by the client');
  }

  /** A version took over. */
  opened(number: number, facts: VersionFacts, before: VersionFacts | undefined, changedAt: number): void {
    const { bold } = this.options.colour;
    const ms = Math.round(performance.now() - changedAt);
    const tools = before ? difference(before.tools, facts.tools) : howMany(facts.tools.length, 'tool');
    this.line(bold('↻'), `${bold(`version ${number}`)} of ${facts.name}: ${tools}, ready in ${ms} ms`);
  }

  /** A build could not be opened, or its files are wrong; the last good version goes on. */
  broken(text: string, number: number | undefined): void {
    const { red } = this.options.colour;
    const rest =
      number === undefined
        ? 'Nothing of it is served until that is corrected; an earlier build is, if there is one'
        : `Version ${number} goes on`;
    this.line(red('✗'), `${text.trimEnd()}\n${rest}.`);
  }

  /** A save has not become a version for so long that requests no longer wait for it. Returns what is said of it. */
  slow(stage: 'building' | 'opening', seconds: number, number: number | undefined): string {
    const what =
      stage === 'building'
        ? `The build is not done after ${seconds} s.`
        : `What was built is not open after ${seconds} s: something at import or in \`start\` loops, or waits for what never comes.`;
    const rest =
      number === undefined ? 'Until it is, clients are told so.' : `Until it is, version ${number} answers.`;
    this.line(this.options.colour.yellow('…'), `${what} ${rest}`);
    return what;
  }

  /** A version that was replaced still has requests to answer. */
  lingers(number: number, requests: number, seconds: number): void {
    const { yellow } = this.options.colour;
    const left = howMany(requests, 'request');
    this.line(
      yellow('…'),
      `version ${number} was replaced ${seconds} s ago and still runs ${left}; its process goes on until each is answered, or cancelled by its client`,
    );
  }

  /** A hook that closes a replaced version runs, and may write what the newest has already read. */
  closesLate(hook: Hook, number: number, newest: number): void {
    this.note(
      `version ${number} runs its \`${hook}\` hook after version ${newest} has opened. One that only closes something is fine; of one that saves, ` +
        `version ${newest} has not read what it saves, and may write over it. Save when something changes, or read again before writing (docs/dev.md, "What begins anew").`,
    );
  }

  /** The process of a version ended by itself. */
  lost(number: number, how: string, again: boolean): void {
    const rest = again ? 'it is started again' : 'it ended too often, and waits for the next save';
    this.line(this.options.colour.red('✗'), `the process of version ${number} ended (${how}); ${rest}`);
  }

  note(text: string): void {
    this.line('•', text);
  }

  private framesOf(problem: string): readonly string[] {
    const index = this.thrown.findIndex(({ message }) =>
      problem.includes(cut(message, LONGEST_MATCH).replace(/…$/, '')),
    );
    return index < 0 ? [] : this.thrown.splice(index, 1)[0]!.frames;
  }

  private call(
    mark: string,
    { request, began, declared }: LoggedCall,
    reason?: string,
    frames: readonly string[] = [],
  ): void {
    const { dim, red } = this.options.colour;
    const { name, given } = subjectOf(request, declared);
    const ms = performance.now() - began;
    const time = ms < 10 ? ms.toFixed(1) : Math.round(ms);
    this.line(
      mark,
      `${name}${given && ` ${dim(given)}`} ${time} ms${reason === undefined ? '' : `  ${red(reason)}`}` +
        this.lines(frames),
    );
  }

  // The request that reports it succeeded: what failed is the call that began it.
  private operation({ id, reason }: FailedOperation): void {
    const { red } = this.options.colour;
    const call = this.begun.get(id);
    const name = call ? ` of ${subjectOf(call.request, call.declared).name}` : '';
    // Without the arguments of the call nothing is known of its secrets.
    const why = call ? `  ${red(this.reasonOf(reason, call))}` : '';
    this.line(
      red('✗'),
      `operation ${id}${name} failed in the background${why}${this.lines(this.framesOf(reason))}`,
    );
  }

  private noteBegun(call: LoggedCall, reply: WireMessage): void {
    const id = begunOperation(call.request, reply);
    if (id === undefined) return;
    this.begun.set(id, call);
    const [oldest] = this.begun.keys();
    if (this.begun.size > MOST_BEGUN) this.begun.delete(oldest!);
  }

  private reasonOf(problem: string, { request, declared }: LoggedCall): string {
    return cut(shownProblem(problem, request, declared), LONGEST_REASON);
  }

  private lines(frames: readonly string[]): string {
    return frames.map((frame) => `\n    ${this.options.colour.dim(frame)}`).join('');
  }

  private line(mark: string, text: string): void {
    const { write, colour, now } = this.options;
    write(`${colour.dim(now().toTimeString().slice(0, 8))} ${mark} ${printableLines(text)}\n`);
  }
}

function subjectOf(
  { method, params }: WireMessage,
  declared: DeclaredArguments,
): { name: string; given: string } {
  const { name, uri, arguments: args, clientInfo } = isObject(params) ? params : {};
  const shown = (kind: 'tools' | 'prompts'): string =>
    isObject(args) ? shownText(shownArguments(kind, name, args, declared)) : '';
  if (method === 'tools/call') return { name: String(name), given: shown('tools') };
  if (method === 'prompts/get') return { name: `prompt ${String(name)}`, given: shown('prompts') };
  if (method === 'resources/read') return { name: `read ${String(uri)}`, given: '' };
  if (method === 'initialize' && isObject(clientInfo))
    return { name: 'connected', given: `${String(clientInfo['name'])} ${String(clientInfo['version'])}` };
  return { name: String(method), given: '' };
}

function shownProblem(problem: string, { method, params }: WireMessage, declared: DeclaredArguments): string {
  const { name, arguments: args } = isObject(params) ? params : {};
  return shownReason(method === 'prompts/get' ? 'prompts' : 'tools', name, args, declared, problem);
}

function shownText(args: Readonly<Record<string, unknown>>): string {
  const text = Object.entries(args)
    .map(([key, value]) => `${key}=${value === HIDDEN ? value : JSON.stringify(value)}`)
    .join(' ');
  return cut(text, LONGEST_ARGUMENTS);
}

function difference(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((name) => !before.includes(name)).map((name) => `+${name}`);
  const removed = before.filter((name) => !after.includes(name)).map((name) => `-${name}`);
  return [howMany(after.length, 'tool'), ...added, ...removed].join(' ');
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

// Arguments come from a client: nothing in them may rewrite the screen. Colours are ours.
function printableLines(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f]|\u001b(?!\[\d*m)/g, '�');
}
