import type { Client } from '@modelcontextprotocol/sdk/client/index.js' with { 'resolution-mode': 'import' };
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js' with {
  'resolution-mode': 'import',
};
import type { WireResult } from '../outcome';

/**
 * Calls a tool as a task and waits for its result: a server that was started for this call would end with it, and the work
 * with the server. When the signal comes, the task is cancelled.
 */
export async function runTask(
  client: Client,
  params: { readonly name: string; readonly arguments: Record<string, unknown> },
  options: RequestOptions,
): Promise<WireResult> {
  const types = await import('@modelcontextprotocol/sdk/types.js');
  const { tasks } = client.experimental;
  const request = { method: 'tools/call', params: { ...params } } as const;
  const { task } = await client.request(request, types.CreateTaskResultSchema, { ...options, task: {} });
  try {
    const result = await tasks.getTaskResult(task.taskId, types.CallToolResultSchema, options);
    return result as unknown as WireResult;
  } finally {
    if (options.signal?.aborted) await tasks.cancelTask(task.taskId).catch(() => undefined);
  }
}
