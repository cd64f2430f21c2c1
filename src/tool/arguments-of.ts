import type { DeclaredSecrets } from '../json/known-secrets';
import type { ToolShape } from './tool';

/** Returns what a tool declares about its arguments; a class with a mistake in it says nothing, and was never called with any. */
export function argumentsOf(tool: ToolShape | undefined): DeclaredSecrets {
  try {
    if (tool) return { schema: tool.describe().inputSchema, names: tool.secrets, tool: tool.name };
  } catch {
    // What is wrong with it is told to whoever calls it.
  }
  return { schema: {}, names: [] };
}
