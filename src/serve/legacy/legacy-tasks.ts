import { isObject } from '../../base/json-value';
import { renderOutcome, REPLAYED } from '../../calls/render';
import type { Task, Tasks } from '../../calls/call-tasks';
import type { CallOutcome } from '../../outcome';
import { checkedResult } from '../checked-result';
import type { Method, MethodRequest, Params } from '../method';
import type { MethodTable } from '../method-table';
import { invalidParams, WireError } from '../wire-error';

const METHOD_NOT_FOUND = -32601;
const POLL_MS = 1000;

const RELATED = 'io.modelcontextprotocol/related-task';
const IMMEDIATE = 'io.modelcontextprotocol/model-immediate-response';

/** Returns the task methods of revision 2025-11-25 over a server's operations. */
export function legacyTaskMethods(offered: () => Promise<Tasks>): Record<string, Method> {
  const find = async (method: string, params: Params, request: MethodRequest): Promise<Task> => {
    const id = idOf(method, params);
    return known(await (await offered()).find(request.session, id), id);
  };
  return {
    'tasks/get': async (params, request) => taskJson(await find('tasks/get', params, request)),
    'tasks/list': async ({ cursor }, { session }) => {
      if (cursor !== undefined) throw invalidParams('tasks/list: unknown cursor; start again without one');
      return { tasks: (await (await offered()).list(session)).map(taskJson) };
    },
    'tasks/cancel': async (params, request) => {
      const { id, status } = await find('tasks/cancel', params, request);
      if (status === 'completed' || status === 'cancelled')
        throw invalidParams(`tasks/cancel: task ${id} has already ended (${status})`);
      await (await offered()).cancel(request.session, id, 'cancelled by the client');
      return taskJson(await find('tasks/get', params, request));
    },
    'tasks/result': async (params, { session, signal }) => {
      const id = idOf('tasks/result', params);
      const task = known(await (await offered()).ended(session, id, signal), id);
      if (task.error) throw new WireError(task.error.code, task.error.message, task.error.data);
      const result = checkedResult(renderOutcome(task.outcome!));
      return { ...result, _meta: { ...result._meta, [RELATED]: { taskId: id } } };
    },
  };
}

/** Answers `tools/call` with the parameter `task`: the call becomes a task, or fails at once. */
export async function callAsTask(
  table: MethodTable,
  params: Params,
  request: MethodRequest,
): Promise<object> {
  const { task, name, ...rest } = params;
  if (!isObject(task)) throw invalidParams('tools/call: task must be an object');
  const { ttl } = task;
  if (ttl !== undefined && typeof ttl !== 'number')
    throw invalidParams('tools/call: task.ttl must be a number');
  if (table.tools.taskSupport(name, request.session.grant) === undefined)
    throw new WireError(METHOD_NOT_FOUND, `Tool ${String(name)} can't be called as a task`);
  const outcome = await table.tools.call({ ...rest, name }, { ...request, task: true, detached: true });
  if (outcome.operation === undefined) throw refused(outcome);
  const tasks = await table.options.tasks!();
  const created = known(await tasks.find(request.session, outcome.operation), outcome.operation);
  const replayed = outcome.replayed && REPLAYED;
  return { task: taskJson(created), _meta: { [IMMEDIATE]: created.message, ...replayed } };
}

function taskJson(task: Task): Params {
  const { id, status, message, createdAt, updatedAt, ttlMs, outcome, error } = task;
  return {
    taskId: id,
    // In this revision a tool's own failure is a failed task too.
    status: status === 'completed' && (error || outcome?.isError) ? 'failed' : status,
    statusMessage: message,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttl: ttlMs,
    pollInterval: POLL_MS,
  };
}

// A task is created only for a call that may be made: what was refused has no result to fetch.
function refused(outcome: CallOutcome): WireError {
  const { content, structuredContent } = renderOutcome(outcome);
  const data = structuredContent?.['error_data'];
  const code = isObject(data) && typeof data['code'] === 'number' ? data['code'] : -32602;
  const [block] = content;
  return new WireError(code, block?.type === 'text' ? block.text : 'The call was refused', data);
}

function idOf(method: string, { taskId }: Params): string {
  if (typeof taskId !== 'string') throw invalidParams(`${method}: taskId must be a string`);
  return taskId;
}

function known(task: Task | undefined, id: string): Task {
  if (!task) throw invalidParams(`Unknown task: ${id}`);
  return task;
}
