import { failureOfResult } from '../calls/render';
import type { WireResult } from '../outcome';

/** Checks a result against the SDK's schema; one that clients would reject becomes an error. */
export async function checkedResult(wire: WireResult): Promise<WireResult> {
  const { CallToolResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const judged = CallToolResultSchema.safeParse(wire);
  if (judged.success) return wire;
  const [issue] = judged.error.issues;
  return failureOfResult(`The result is not valid MCP: ${issue?.path.join('.')} ${issue?.message}`);
}
