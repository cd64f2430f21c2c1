import { finishNow } from '../../app/end-in-time';
import type { OwnOptions } from '../../config';
import { Inspector } from '../../inspect/inspector';
import { serveInspector, type InspectServer } from '../../inspect/inspect-server';
import { readPageFiles } from '../../inspect/page-files';
import { AppPeer } from '../app-peer';
import { UsageError, type Command } from '../command';
import { costOf } from '../cost';
import type { Listener } from '../inspect/open-server';
import { openSubject } from '../inspect/open-subject';
import { paintFor } from '../terminal-colours';
import { refuseExtra } from '../refuse-extra';
import { SignalledEnd } from '../signalled-end';

const OWN = {
  port: { type: 'string' },
  server: { type: 'string' },
  url: { type: 'string' },
  header: { type: 'string', multiple: true },
} as const satisfies OwnOptions;

const USAGE = `toolwright inspect [--port PORT] [--server "COMMAND …" | --url URL [--header "NAME: VALUE"]…] [serve options]

  Opens a page on this machine on which you call the tools of an app or of any server, and see what comes of it: answers,
  progress, questions, what it costs an agent, what the policy says, and where the time goes. Ctrl-C ends it.

  --port PORT      the port of the page; any free one by default
  --server, --url  another server: a command that starts it, or its address`;

/** Serves the live page of an app or of another server until it is interrupted. */
export const command: Command = {
  name: 'inspect',
  appUse: 'calls',
  usage: USAGE,
  async run(args, io) {
    let inspector: Inspector | undefined;
    const early: [string, string][] = [];
    const listener: Listener = {
      log: (level, text) => void (inspector ? inspector.feed.log(level, text) : early.push([level, text])),
      changed: () => inspector?.feed.listChanged(),
      ended: (how) => {
        listener.log('error', `The server ended (${how}).`);
        inspector?.feed.endChanged();
        io.stderr(`The server ended (${how}). The page can start it again.\n`);
      },
    };
    const { subject, options, positionals } = await openSubject(args, io, OWN, listener);
    let server: InspectServer;
    try {
      refuseExtra(positionals, 0);
      inspector = new Inspector(subject, costOf);
      for (const [level, text] of early) inspector.feed.log(level, text);
      server = await listening(inspector, portOf(options['port']));
    } catch (error) {
      await subject.close();
      throw error;
    }
    const { bold, dim } = paintFor(io, 'stdout');
    const address = (): string => `  ${bold(server.newUrl())}\n\n`;
    const ways = `${io.terminal ? 'Enter prints a new address for another browser. ' : ''}Ctrl-C ends it.`;
    io.stdout(
      `Inspecting ${subject.facts.name} (${subject.facts.from}). Open this address in a browser on this machine:\n\n${address()}${dim(ways)}\n`,
    );
    io.terminal?.onEnter(() => io.stdout(`\nFor another browser, once:\n\n${address()}`));
    await new Promise<void>((resolve) => {
      const end = new SignalledEnd({
        name: 'toolwright inspect',
        stderr: io.stderr,
        begin: () => void server.close().finally(resolve),
        finish: () => (peer instanceof AppPeer ? finishNow(peer) : process.emit('exit', 1)),
      });
      const { peer } = subject;
      end.listen();
      if (peer instanceof AppPeer) peer.open.registry.onWork = end.watchOver;
    });
    return 0;
  },
};

async function listening(inspector: Inspector, port: number): Promise<InspectServer> {
  try {
    return await serveInspector(inspector, await readPageFiles(), port);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    throw new UsageError(
      `--port: ${port} ${code === 'EACCES' ? 'may not be used' : 'is in use'}; name another one, or leave the option out`,
    );
  }
}

function portOf(text: unknown): number {
  if (text === undefined) return 0;
  const port = typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65_535) throw new UsageError('--port: takes a number from 1 to 65535');
  return port;
}
