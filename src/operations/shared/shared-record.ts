import { isErrorNamed } from '../../base/any-realm';
import { isObject } from '../../base/json-value';
import type { OperationRequest } from '../../calls/background';
import type { Finished, Operation, OperationState } from '../operation';

/** The version of what is stored. A worker leaves what a newer version wrote to newer workers. */
export const STORED_VERSION = 1;

/** The rules that an operation was accepted under, each setting as a short digest. */
export type Rules = Readonly<Record<string, string>>;

/** What is stored of an operation besides what its callers see. */
export interface StoredOperation {
  readonly operation: Operation;
  readonly version: number;
  readonly attempt: number;
  readonly rules: Rules;
  /** The size of a result that is stored by itself. */
  readonly large: number | undefined;
}

/** The fields of a hash, by name. */
export type Fields = Readonly<Record<string, string | undefined>>;

// Before the name of a value that `context.once` has produced.
const ONCE = 'once:';
const NUMBERS = ['createdAt', 'startedAt', 'endedAt', 'firstWaitAt', 'askedAt'] as const;
const VALUES = ['progress', 'soFar', 'result', 'forCode', 'questions', 'error', 'missing'] as const;
const TEXTS = ['reason'] as const;
const STATES: ReadonlySet<string> = new Set<OperationState>([
  ...(['Pending', 'InProgress', 'Completed'] as const),
  ...(['Failed', 'Cancelled', 'TimedOut'] as const),
]);

/** Returns the fields that a new operation is stored with. */
export function newFields(request: OperationRequest, again: boolean, rules: Rules): string[] {
  const { args, ...others } = request;
  const { connection: _, ...caller } = request.caller;
  return [
    ...['v', String(STORED_VERSION), 'tool', request.tool, 'again', again ? '1' : '0'],
    ...['rules', JSON.stringify(rules), 'request', JSON.stringify({ ...others, caller })],
    // By themselves: nobody needs them once it has ended.
    ...['args', JSON.stringify(args)],
  ];
}

/** Returns the fields that the end of an operation is stored with, but for its state and its result. */
export function endFields({ forCode, error, missing }: Omit<Finished, 'state' | 'result'>): string[] {
  return Object.entries({ forCode, error, missing }).flatMap(([name, value]) =>
    value === undefined ? [] : [name, JSON.stringify(value)],
  );
}

/** Returns the field that keeps a value of `context.once`. */
export function onceField(key: string, value: unknown): string[] {
  return [ONCE + key, JSON.stringify(value ?? null)];
}

/** Returns an operation from its fields; undefined if there is none, or none that can be read. What a newer version added is left out. */
export function operationFrom(id: string, fields: Fields): StoredOperation | undefined {
  try {
    const stored = readFrom(id, fields);
    return stored && isSound(stored) ? stored : undefined;
  } catch (error) {
    if (isErrorNamed(error, 'SyntaxError')) return undefined;
    throw error;
  }
}

function isSound({ operation: { request, state, createdAt }, rules }: StoredOperation): boolean {
  const { args, caller } = request;
  return (
    STATES.has(state) && Number.isFinite(createdAt) && isObject(args) && isObject(caller) && isObject(rules)
  );
}

function readFrom(id: string, fields: Fields): StoredOperation | undefined {
  const { state, request, args = '{}', tool = '' } = fields;
  if (state === undefined || request === undefined) return undefined;
  const read: Record<string, unknown> = {};
  for (const name of NUMBERS) if (fields[name] !== undefined) read[name] = Number(fields[name]);
  for (const name of TEXTS) if (fields[name] !== undefined) read[name] = fields[name];
  for (const name of VALUES) if (fields[name] !== undefined) read[name] = json(fields[name]);
  const asked = json(request) as OperationRequest;
  const operation = {
    id,
    request: { ...asked, args: json(args), tool },
    state: state as OperationState,
    ...read,
  } as Operation;
  const produced = Object.entries(fields).filter(([name]) => name.startsWith(ONCE));
  const once = Object.fromEntries(produced.map(([name, value]) => [name.slice(ONCE.length), json(value)]));
  return {
    operation: { ...(fields['dropped'] ? withNotice(operation, DROPPED) : operation), once },
    version: Number(fields['v']),
    attempt: Number(fields['attempt']),
    rules: (json(fields['rules']) ?? {}) as Rules,
    large: fields['large'] === undefined ? undefined : Number(fields['large']),
  };
}

/** Returns an operation whose result is not at hand, with a text that says why. */
export function withNotice(operation: Operation, notice: string): Operation {
  const isError = operation.state !== 'Completed';
  return {
    ...operation,
    result: {
      content: [{ type: 'text', text: `The result of ${operation.id} ${notice}` }],
      ...(isError && { isError }),
    },
  };
}

const DROPPED = 'was dropped to make room for newer ones (operations.keep_bytes).';

function json(text: string | undefined): unknown {
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}
