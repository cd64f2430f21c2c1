import { isObject } from '../../base/json-value';
import type { Task, Tasks } from '../../calls/call-tasks';
import { ErrorCode, MissingCapabilityError, type ProtocolError } from '../../errors';
import type { Session } from '../../tool-context';
import type { Params } from '../method';
import type { ServerOptions } from '../server-options';
import { invalidParams } from '../wire-error';
import type { Envelope } from './modern-envelope';
import { modernError } from './modern-error';
import { checkedModern, renderModern } from './render-modern';

/** The name of the tasks extension. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

const POLL_MS = 1000;

const METHODS: ReadonlySet<string> = new Set(['tasks/get', 'tasks/update', 'tasks/cancel']);

/** Returns whether the sender of a request follows tasks. */
export function followsTasks({ capabilities }: Envelope): boolean {
  const { extensions } = capabilities;
  return isObject(extensions) && isObject(extensions[TASKS_EXTENSION]);
}

/** Returns whether a method is one of the tasks extension, and this server offers it. */
export function isTaskMethod(method: string, { tasks }: ServerOptions): boolean {
  return tasks !== undefined && METHODS.has(method);
}

/** Answers a method of the tasks extension. */
export async function answerTaskMethod(
  method: string,
  envelope: Envelope,
  session: Session,
  options: ServerOptions,
): Promise<object> {
  if (!followsTasks(envelope)) throw new MissingCapabilityError({ extensions: { [TASKS_EXTENSION]: {} } });
  const { taskId, inputResponses } = envelope.params;
  if (typeof taskId !== 'string') throw invalidParams(`${method}: taskId must be a string`);
  const tasks = await options.tasks!();
  if (method === 'tasks/get') return detailed(known(await tasks.find(session, taskId), taskId));
  if (method === 'tasks/cancel') {
    known(await tasks.cancel(session, taskId, 'cancelled by the client'), taskId);
    return {};
  }
  if (!isObject(inputResponses)) throw invalidParams('tasks/update: inputResponses must be an object');
  known((await tasks.answer(session, taskId, inputResponses)) || undefined, taskId);
  return {};
}

/** Returns the result that hands the client a task instead of the result of its call. */
export async function createdTask(tasks: Tasks, session: Session, id: string): Promise<object> {
  return { ...taskBase(known(await tasks.find(session, id), id)), resultType: 'task' };
}

/** Returns a task with all that belongs to its status. */
export function detailed(task: Task): Params {
  const { outcome, questions } = task;
  const base = taskBase(task);
  if (task.status === 'input_required') return { ...base, inputRequests: questions };
  const error = errorOf(task);
  if (error) return { ...base, status: 'failed', error };
  return {
    ...base,
    ...(task.status === 'completed' && outcome && { result: checkedModern(renderModern(outcome)) }),
  };
}

function taskBase({ id, status, message, createdAt, updatedAt, ttlMs }: Task): Params {
  return {
    taskId: id,
    status,
    statusMessage: message,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttlMs,
    pollIntervalMs: POLL_MS,
  };
}

// A call that could not be carried out is a failed task; a tool's own failure is the result of a completed one.
function errorOf({ missing, error }: Task): ProtocolError | undefined {
  if (missing) return modernError(new MissingCapabilityError(missing)) as ProtocolError;
  if (error?.code !== ErrorCode.NotFound) return error;
  return { ...error, code: ErrorCode.Validation, data: { ...error.data, code: error.code } };
}

function known<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw invalidParams(`Unknown task: ${id}`);
  return found;
}
