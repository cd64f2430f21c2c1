import type { ToolContext } from '../tool-context';

/** What telling of an alert needs of a call's context. */
export type AlertContext = Pick<ToolContext, 'progress' | 'log'> &
  Partial<Pick<ToolContext, 'door' | 'tool' | 'session'>>;

/** Tells of something alarming in a log: in the server's log, as progress, and to the client of a background operation. */
export function reportAlert(context: AlertContext, lines: number, text: string): void {
  const message = `Log alert: ${text}`;
  context.log.warning(message);
  context.progress({ progress: lines, message });
  // What an operation logs reaches no client by itself.
  if (context.door === 'operation')
    context.session?.notify?.('notifications/message', {
      level: 'warning',
      logger: 'operations',
      data: { message, tool: context.tool },
    });
}
