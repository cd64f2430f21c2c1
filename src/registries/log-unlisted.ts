import { exceptionMessage } from '../base/exception';
import type { Logger } from '../logger';
import type { ToolShape } from '../tool/tool';

const told = new WeakSet<ToolShape>();

/** Logs why a tool can't be listed: once, however many lists are made. */
export function logUnlisted(tool: ToolShape, error: unknown, log: Logger): void {
  if (told.has(tool)) return;
  told.add(tool);
  log.error(`Tool ${tool.name} is not listed: ${exceptionMessage(error)}`);
}
