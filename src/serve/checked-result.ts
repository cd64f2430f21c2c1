import { failureOfResult } from '../calls/render';
import type { WireResult } from '../outcome';

/** A result judged by the SDK's own schema; one that clients would refuse is told as a failure. */
export async function checkedResult(wire: WireResult): Promise<WireResult> {
  const { CallToolResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const judged = CallToolResultSchema.safeParse(wire);
  if (judged.success) return wire;
  const [issue] = judged.error.issues;
  return failureOfResult(`The result is not of MCP's form: ${issue?.path.join('.')} ${issue?.message}`);
}
