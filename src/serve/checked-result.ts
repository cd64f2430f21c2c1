import type * as SdkTypes from '@modelcontextprotocol/sdk/types.js';
import { failureOfResult } from '../calls/render';
import type { WireResult } from '../outcome';

/** Checks a result against the SDK's schema; one that clients would reject becomes an error. */
export function checkedResult(wire: WireResult): WireResult {
  if (isPlainText(wire)) return wire;
  const judged = resultSchema().safeParse(wire);
  if (judged.success) return wire;
  const [issue] = judged.error.issues;
  return failureOfResult(`The result is not valid MCP: ${issue?.path.join('.')} ${issue?.message}`);
}

/** Returns whether a result holds only texts, which need no check. */
export function isPlainText({ content }: WireResult): boolean {
  for (const block of content) {
    if (block.type !== 'text' || typeof block.text !== 'string' || Object.keys(block).length !== 2)
      return false;
  }
  return true;
}

let schema: typeof SdkTypes.CallToolResultSchema | undefined;

// Required once: in a bundle, each `import()` of a CommonJS module copies all its exports.
function resultSchema(): typeof SdkTypes.CallToolResultSchema {
  schema ??= (require('@modelcontextprotocol/sdk/types.js') as typeof SdkTypes).CallToolResultSchema;
  return schema;
}
