import type { OwnOptions, ParsedOptions } from '../../config';
import type { Subject } from '../../inspect/subject';
import type { Io } from '../command';
import { openRemote } from '../open-peer';
import { endOf, withStarted } from './started-process';

/** Who hears what a server logs, that its lists changed, and that it ended by itself. */
export interface Listener {
  log(level: string, text: string): void;
  changed(): void;
  ended?(how: string): void;
}

/** What is inspected, and the rest of the command line. */
export interface OpenSubject extends ParsedOptions {
  readonly subject: Subject;
}

/** Connects to the server named with `--server` or `--url`; one that was started by a command can be started again when it has ended. */
export async function openServer(
  args: readonly string[],
  io: Io,
  own: OwnOptions,
  listener: Listener,
): Promise<OpenSubject> {
  const connected = async () => {
    const { result, started } = await withStarted(() =>
      openRemote(args, io, own, {
        log: (level, text) => listener.log(level, text),
        stderr: (text) => {
          for (const line of text.trimEnd().split('\n')) listener.log('stderr', line);
        },
        changed: () => listener.changed(),
      }),
    );
    ended = undefined;
    if (started)
      void endOf(started).then((how) => {
        if (isClosed) return;
        ended = how;
        listener.ended?.(how);
      });
    return result;
  };
  let isClosed = false;
  let ended: string | undefined;
  let restarting: Promise<void> | undefined;
  const first = await connected();
  const { name, options, positionals } = first;
  let { peer } = first;
  const restart = async (): Promise<void> => {
    ({ peer } = await connected());
  };
  const subject: Subject = {
    get facts() {
      const { info } = peer;
      return { name: info?.name ?? name, ...(info && { version: info.version }), from: name, isApp: false };
    },
    get peer() {
      return peer;
    },
    get ended() {
      return ended;
    },
    cost: async () => {
      const { costOfServer } = await import('../cost-of-server.js');
      const { tools, total } = await costOfServer(peer);
      return { tools: new Map(tools.map(({ name: tool, ...size }) => [tool, size])), total };
    },
    restart: () => (restarting ??= restart().finally(() => (restarting = undefined))),
    close: () => {
      isClosed = true;
      return peer.close();
    },
  };
  return { subject, options, positionals };
}
