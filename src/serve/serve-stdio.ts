import { LOG_LEVELS, Logger, silentLogger, type LogSink } from '../logger';
import type { ToolRegistry } from '../registries/tool-registry';
import { FastLane } from './fast/fast-lane';
import type { ServerOptions } from './server-options';
import { guardStdout, type StdoutGuard } from './stdout-guard';
import { StdioTransport } from './stdio';

/** A server on stdio, running until its client goes or it is closed. */
export interface StdioServer {
  /** Settles when the connection has ended. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Serves a registry on this process's stdin and stdout. */
export async function serveStdio(
  registry: ToolRegistry,
  options: ServerOptions & { guard?: StdoutGuard } = {},
): Promise<StdioServer> {
  const guard = options.guard ?? guardStdout();
  const { stdin, stdout } = process;
  const transport = new StdioTransport({
    input: stdin,
    write: guard.write,
    onDrain: (listener) => stdout.once('drain', listener),
  });
  const log = registry.log === silentLogger ? stderrLog() : registry.log;
  const server = new FastLane(registry, { log, ...options });
  const ended = new Promise<void>((resolve) => (server.onclose = resolve));
  // A client that vanished takes its end of the pipe with it: the connection is over, and that is no error.
  stdout.on('error', () => void server.close());
  await server.connect(transport);
  return { ended, close: () => server.close() };
}

// A server whose author chose no log tells its operator on stderr; what writes there is loaded with the first record.
function stderrLog(): Logger {
  let log: Logger | undefined;
  const late: LogSink = {
    wants: (level) => LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf('info'),
    write({ level, message, extra }) {
      const { createLogging } = require('../logging') as typeof import('../logging');
      log ??= createLogging({ level: 'info' }).log;
      log.log(level, message, extra && { ...extra });
    },
  };
  return new Logger('toolwright', [late]);
}
