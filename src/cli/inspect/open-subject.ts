import { relative } from 'node:path';
import { findAppFile } from '../../app/load-app';
import type { OpenApp } from '../../app/open-loaded-app';
import { wordedInstructions } from '../../app/wiring/make-client-instructions';
import type { OwnOptions } from '../../config';
import { explain } from '../../inspect/explain-call';
import type { Subject } from '../../inspect/subject';
import { Trace } from '../../inspect/call-trace';
import { AppPeer } from '../app-peer';
import { UsageError, type Io } from '../command';
import { measureListing } from '../cost';
import { namedOption } from '../../config/named-option';
import { openForShell } from '../open-for-shell';
import { isRemote } from '../open-peer';
import { openServer, type Listener, type OpenSubject } from './open-server';
import { testedApp } from './tested-app';

/** Opens the app that `serve` would serve, or connects to the server named with `--server` or `--url`. */
export async function openSubject(
  args: readonly string[],
  io: Io,
  own: OwnOptions,
  listener: Listener,
): Promise<OpenSubject> {
  if (isRemote(args)) return openServer(args, io, own, listener);
  if (namedOption(args, 'header') !== undefined) throw new UsageError('--header: only goes with --url');
  // What an app logs is printed as ever, and shown on the page too.
  const stderr = (text: string): void => {
    io.stderr(text);
    for (const line of text.trimEnd().split('\n')) listener.log(levelIn(line), line);
  };
  const opened = await openForShell(args, { ...io, stderr }, own);
  const { open, options, positionals } = opened;
  open.registry.onChange(() => listener.changed());
  return { subject: appSubject(open, await appFile(args, io), io.cwd), options, positionals };
}

function appSubject(open: OpenApp, file: string | undefined, cwd: string): Subject {
  const { app, config, registry } = open;
  const trace = new Trace();
  registry.observe(trace);
  const { name = 'toolwright', version } = app.options;
  return {
    facts: {
      name,
      ...(version !== undefined && { version }),
      from: file === undefined ? 'the shipped server' : relative(cwd, file),
      isApp: true,
    },
    peer: new AppPeer(open, 'client'),
    cost: async () => {
      const instructions = wordedInstructions(open) ?? '';
      const listing = measureListing(registry, config.expose, config.descriptions, instructions);
      const tools = registry.list().flatMap((tool) => {
        const cost = listing.tools.get(registry.exposedName(tool));
        return cost ? [[tool.name, cost] as const] : [];
      });
      return { tools: new Map(tools), total: listing.total };
    },
    explain: (tool, given) => explain(open, tool, given),
    traced: (recorder, run) => trace.follow(recorder, run),
    ...(file !== undefined && testedApp(file, cwd)),
    close: () => open.close(),
  };
}

async function appFile(args: readonly string[], { cwd, env }: Io): Promise<string | undefined> {
  return findAppFile({
    cwd,
    env,
    options: { app: namedOption(args, 'app'), config: namedOption(args, 'config') },
  });
}

function levelIn(line: string): string {
  return (
    /\b(trace|debug|info|notice|warning|error|critical)\b/i.exec(line.slice(0, 60))?.[1]?.toLowerCase() ??
    'info'
  );
}
