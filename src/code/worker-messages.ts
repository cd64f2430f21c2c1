import type { ProgramError, ProgramReport } from './program-report';

/** One call that the code made: its arguments are JSON text. */
export interface EngineCall {
  readonly id: number;
  readonly target: string;
  readonly json: string;
}

/** What a worker may say. */
export type FromWorker =
  | { type: 'calls'; calls: readonly EngineCall[] }
  | { type: 'print'; level: string; text: string }
  | { type: 'done'; report: ProgramReport };

const LONGEST_NAME = 1_000;
const LONGEST_TEXT = 50_000;

/** Reads a message of a worker that may be hostile; undefined unless it is exactly what a worker may say. */
export function readWorkerMessage(message: unknown): FromWorker | undefined {
  if (!isRecord(message)) return undefined;
  const { type, level, text } = message;
  if (type === 'calls') return readCalls(message['calls']);
  if (type === 'done') return readReport(message);
  if (type !== 'print' || !isText(level, LONGEST_NAME) || typeof text !== 'string') return undefined;
  return { type, level, text };
}

function readCalls(given: unknown): FromWorker | undefined {
  if (!Array.isArray(given)) return undefined;
  const calls: EngineCall[] = [];
  for (const call of given as unknown[]) {
    if (!isRecord(call)) return undefined;
    const { id, target, json } = call;
    if (!Number.isSafeInteger(id) || !isText(target, LONGEST_NAME) || typeof json !== 'string')
      return undefined;
    calls.push({ id: id as number, target, json });
  }
  return { type: 'calls', calls };
}

function readReport(message: Record<string, unknown>): FromWorker | undefined {
  const { value, format, sanitize, late, others } = message;
  const error = message['error'] === undefined ? undefined : readError(message['error']);
  if (message['error'] !== undefined && !error) return undefined;
  if (value !== undefined && !(typeof value === 'string' && isJson(value))) return undefined;
  if (format !== undefined && !isText(format, LONGEST_NAME)) return undefined;
  if (sanitize !== undefined && typeof sanitize !== 'boolean') return undefined;
  if (![late, others].every((each) => each === undefined || Number.isSafeInteger(each))) return undefined;
  return {
    type: 'done',
    report: {
      ...(value !== undefined && { value }),
      ...(format !== undefined && { format }),
      ...(sanitize !== undefined && { sanitize }),
      ...(late !== undefined && { late: late as number }),
      ...(error && { error }),
      ...(others !== undefined && { others: others as number }),
    },
  };
}

function readError(error: unknown): ProgramError | undefined {
  if (!isRecord(error)) return undefined;
  const { name, message, stack } = error;
  if (!isText(name, LONGEST_NAME) || !isText(message, LONGEST_TEXT) || !isText(stack, LONGEST_TEXT))
    return undefined;
  return { name, message, stack };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
