import type { ToolContext } from '../tool-context';

/** The part of a call's context needed to report an alert. */
export type AlertContext = Pick<ToolContext, 'progress' | 'log'> &
  Partial<Pick<ToolContext, 'door' | 'tool' | 'session'>>;

/** Reports an alert found in a log. */
export function reportAlert(context: AlertContext, progress: number, text: string): void {
  reportWarning(context, progress, `Log alert: ${text}`);
}

/** Reports a warning in the server's log, as progress, and to the client of a background operation. */
export function reportWarning(context: AlertContext, progress: number, message: string): void {
  context.log.warning(message);
  context.progress({ progress, message });
  // Log messages of an operation do not reach its client.
  if (context.door === 'operation')
    context.session?.notify?.('notifications/message', {
      level: 'warning',
      logger: 'operations',
      data: { message, tool: context.tool },
    });
}
