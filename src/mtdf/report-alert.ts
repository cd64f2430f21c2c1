import type { ToolContext } from '../tool-context';

/** What telling of an alert needs of a call's context. */
export type AlertContext = Pick<ToolContext, 'progress' | 'log'> &
  Partial<Pick<ToolContext, 'door' | 'tool' | 'session'>>;

/** Tells of something alarming in a log. */
export function reportAlert(context: AlertContext, progress: number, text: string): void {
  reportWarning(context, progress, `Log alert: ${text}`);
}

/** Tells what somebody should know now: in the server's log, as progress, and to the client of a background operation. */
export function reportWarning(context: AlertContext, progress: number, message: string): void {
  context.log.warning(message);
  context.progress({ progress, message });
  // What an operation logs reaches no client by itself.
  if (context.door === 'operation')
    context.session?.notify?.('notifications/message', {
      level: 'warning',
      logger: 'operations',
      data: { message, tool: context.tool },
    });
}
