import { roughSize } from '../base/rough-size';
import type { Logger } from '../logger';
import type { CallOutcome } from '../outcome';
import { ToolResult } from '../tool-result';

/** Bytes of `_meta` that a tool may send; no model reads it, so that no budget counts it. */
const MOST_META_BYTES = 1024 * 1024;

/** Leaves out what a tool sends as `_meta` where it is too large, and logs that. */
export function boundedMeta(tool: string, outcome: CallOutcome, log: Logger): CallOutcome {
  const { result } = outcome;
  if (!(result instanceof ToolResult) || result.meta === undefined) return outcome;
  // Measured exactly only if it might be too large.
  if (roughSize(result.meta, MOST_META_BYTES / 8) <= MOST_META_BYTES / 8) return outcome;
  const bytes = Buffer.byteLength(JSON.stringify(result.meta));
  if (bytes <= MOST_META_BYTES) return outcome;
  log.warning(
    `Tool ${tool} returned \`_meta\` of ${bytes} bytes, which is left out: at most ${MOST_META_BYTES} are sent. Send a link to a resource in its place`,
  );
  const { content, isError, value, page } = result;
  return { ...outcome, result: new ToolResult(content, isError, value, page) };
}
