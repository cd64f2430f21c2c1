import { waitUntil } from '../../base/wait-until';
import { LAST_ANSWERS_MS } from '../../calls/server-ending';
import { LOG_LEVELS, Logger, silentLogger, type LogSink } from '../../logger';
import type { ToolRegistry } from '../../registries/tool-registry';
import { Connection } from '../connection';
import type { Send } from '../method';
import { MethodTable } from '../method-table';
import type { ServerOptions } from '../server-options';
import type { ReadAhead } from './read-ahead';
import type { StdioServer } from './stdio-server';
import { guardStdout, type StdoutGuard } from './stdout-guard';
import { StdioTransport } from './stdio-transport';

/** Options of a stdio connection, besides those of every connection. */
export interface StdioOptions extends ServerOptions {
  guard?: StdoutGuard;
  /** Milliseconds that running calls, and the client reading, get when it disconnects or the server closes; 0 by default. */
  graceMs?: number;
  /** Called when the connection begins to close. */
  onClosing?: () => void;
  /** What has read stdin before, so that nothing of it is lost. */
  ahead?: ReadAhead | undefined;
}

// Each may be answered with a megabyte, and nobody knows yet whether the client will read it.
const MOST_UNANSWERED = 100;

/** Serves a registry on this process's stdin and stdout. */
export async function connectStdio(registry: ToolRegistry, options: StdioOptions = {}): Promise<PipeServer> {
  const log = registry.log === silentLogger ? stderrLog() : registry.log;
  const table = new MethodTable(registry, { log, ...options });
  return connectPipe((send) => new Connection(table, send), options);
}

/** Whatever answers the messages of one client. */
export interface PipeConnection {
  /** Whether every request has been answered. */
  readonly idle: boolean;
  readonly unanswered: number;
  take(message: Record<string, unknown>): void;
  /** Asks what runs to return now, because the server ends; it is still answered. */
  hurry(): void;
  close(): void;
}

/** A server on this process's stdin and stdout, with what an `EndWatch` needs of it. */
export interface PipeServer extends StdioServer {
  /** Reads what the client has sent while this thread is busy; returns whether it has closed its end. */
  readAhead(): boolean;
  /** Takes what was read ahead. */
  catchUp(): void;
}

/** Connects this process's stdin and stdout to whatever answers the client's messages. */
export async function connectPipe(
  answering: (send: Send) => PipeConnection,
  options: Pick<StdioOptions, 'guard' | 'graceMs' | 'onClosing' | 'ahead'> = {},
): Promise<PipeServer> {
  const guard = options.guard ?? guardStdout();
  const { stdin, stdout } = process;
  const streams = {
    input: stdin,
    write: guard.write,
    onDrain: (listener: () => void) => stdout.once('drain', listener),
    taken: () => stdout.destroyed || stdout.writableLength === 0,
  };
  const transport = new StdioTransport(streams, options.ahead);
  const connection = answering((json) => transport.sendText(json));
  transport.busy = () => connection.unanswered >= MOST_UNANSWERED;
  transport.onmessage = (message) => connection.take(message);
  const ended = new Promise<void>((resolve) => {
    transport.onclose = () => {
      connection.close();
      resolve();
    };
  });
  // A client that exits closes its end of the pipe: the connection is over, which is not an error.
  stdout.on('error', () => void transport.close());
  const close = async (): Promise<void> => {
    options.onClosing?.();
    transport.refuseRequests();
    // A client may close its end and still read: what was answered has to reach it before the process exits.
    const done = (): boolean => connection.idle && transport.written();
    await waitUntil(done, options.graceMs ?? 0);
    if (!connection.idle) {
      connection.hurry();
      await waitUntil(done, LAST_ANSWERS_MS);
    }
    await transport.close();
  };
  transport.onend = () => void close();
  await transport.start();
  return { ended, close, readAhead: transport.readAhead, catchUp: transport.catchUp };
}

// A server without a log of its own writes to stderr; that code is loaded with the first record.
function stderrLog(): Logger {
  let log: Logger | undefined;
  const late: LogSink = {
    wants: (level) => LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf('info'),
    write({ level, message, extra }) {
      const { createLogging } = require('../../logging') as typeof import('../../logging');
      log ??= createLogging({ level: 'info' }).log;
      log.log(level, message, extra && { ...extra });
    },
  };
  return new Logger('toolwright', [late]);
}
