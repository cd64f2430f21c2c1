import { AuthorErrors } from '../author-problems';
import { exceptionMessage } from '../base/exception';
import type { Logger } from '../logger';
import type { ToolShape } from '../tool/tool';

const told = new WeakSet<ToolShape>();

/** Logs why a tool can't be listed, each mistake in a record of its own: once, however many lists are made. */
export function logUnlisted(tool: ToolShape, error: unknown, log: Logger): void {
  if (told.has(tool)) return;
  told.add(tool);
  const mistakes = error instanceof AuthorErrors ? error.problems : [error];
  for (const mistake of mistakes) log.error(`Tool ${tool.name} is not listed: ${exceptionMessage(mistake)}`);
}
