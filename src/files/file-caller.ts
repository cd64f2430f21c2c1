import type { ToolContext } from '../tool-context';
import type { Caller } from './files';

/** Returns the caller of a tool: the tool's name, and the client's roots if it offers any. */
export async function callerOf(context: ToolContext): Promise<Caller> {
  const clientRoots = await context.session?.roots?.();
  return { tool: context.tool, ...(clientRoots && { clientRoots }) };
}
