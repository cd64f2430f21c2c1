import type { ToolShape } from './tool';

/** Returns whether a tool declares that running it again does no harm. */
export function mayRunAgain(tool: ToolShape): boolean {
  const { idempotentHint, readOnlyHint } = tool.describe().annotations ?? {};
  return idempotentHint === true || readOnlyHint === true;
}
