import type { ToolContext } from '../tool-context';
import type { Caller } from './files';

/** The caller behind a call: its tool, and the client's roots where it offers some. */
export async function callerOf(context: ToolContext): Promise<Caller> {
  const clientRoots = await context.session?.roots?.();
  return { tool: context.tool, ...(clientRoots && { clientRoots }) };
}
