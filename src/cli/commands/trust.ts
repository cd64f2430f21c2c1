import { realpath } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { howMany } from '../../base/how-many';
import { workspaceFiles, type SteeringFile } from '../../app/workspace';
import { TrustStore, type TrustVerdict } from '../../trust/trust-store';
import { UsageError, type Command, type Io } from '../command';
import { parseCommandLine } from '../parse-command-line';
import { refuseBoth, refuseExtra } from '../refuse-extra';

const USAGE = `toolwright trust [DIR]          trust what the directory brings, as it is now; defaults to the working directory
  toolwright trust --show [DIR]   show what it brings and what of it is trusted, and change nothing
  toolwright trust --list         list the trusted directories; --json prints either as JSON

  A server started in a directory uses what it finds there (toolwright.yaml, definitions in tools/ and
  .toolwright/tools, and the files these lead to) only if you named it with an option or trusted it here.
  A file that is changed or added later is left out until you trust the directory again.
  toolwright untrust [DIR] takes it back.`;

const WORDS: Readonly<Record<TrustVerdict, string>> = {
  trusted: 'trusted',
  changed: 'changed since it was trusted',
  new: 'not trusted',
};

/** Trusts what a directory brings, by its present content. */
export const command: Command = {
  name: 'trust',
  usage: USAGE,
  async run(args, io) {
    const { values, positionals } = parseCommandLine({
      args,
      allowPositionals: true,
      options: { show: { type: 'boolean' }, list: { type: 'boolean' }, json: { type: 'boolean' } },
    });
    const store = TrustStore.of(io.env);
    refuseBoth(values, 'list', 'show');
    if (values.list) {
      refuseExtra(positionals, 0);
      return list(store, io, values.json === true);
    }
    const directory = await directoryOf(positionals, io);
    const files = await workspaceFiles(directory);
    if (values.json && !values.show) throw new UsageError('--json: only goes with --show or --list');
    if (values.json) {
      const shown = files.map(({ file, kind, content }) => ({
        file,
        kind,
        verdict: store.judge(file, content),
      }));
      io.stdout(`${JSON.stringify({ directory, files: shown })}\n`);
      return 0;
    }
    if (!files.length) {
      io.stdout(`${directory} brings nothing that steers a server.\n`);
      return 0;
    }
    const before = new Map(files.map(({ file, content }) => [file, store.judge(file, content)]));
    if (!values.show)
      await store.trust(directory, new Map(files.map(({ file, content }) => [file, content])), new Date());
    io.stdout(
      [
        `${directory} brings:`,
        ...files.map((one) => `  ${described(one, directory)}: ${WORDS[before.get(one.file)!]}`),
        values.show ? 'Nothing was changed.' : 'All of it is trusted now, as long as it stays as it is.',
        '',
      ].join('\n'),
    );
    return 0;
  },
};

/** Returns the real path of the one directory that a command line names; the working directory by default. */
export async function directoryOf(positionals: readonly string[], io: Io): Promise<string> {
  const [given = '.', extra] = positionals;
  if (extra !== undefined) throw new UsageError(`one directory at a time, got '${extra}' too`);
  const path = resolve(io.cwd, given);
  return realpath(path).catch(() => {
    throw new UsageError(`there is no directory ${path}`);
  });
}

function described({ file, kind }: SteeringFile, directory: string): string {
  const inside = relative(directory, file);
  return `${inside.startsWith('..') ? file : inside} (${kind})`;
}

function list(store: TrustStore, io: Io, json: boolean): number {
  if (json) {
    const known = [...store.directories].map(([directory, { at, files }]) => ({
      directory,
      since: at,
      files: Object.keys(files),
    }));
    io.stdout(`${JSON.stringify(known)}\n`);
    return 0;
  }
  const lines = [...store.directories].map(([path, { at, files }]) => {
    const count = Object.keys(files).length;
    return `${path}  (${howMany(count, 'file')}, since ${at.slice(0, 10)})\n`;
  });
  io.stdout(lines.join('') || 'No directory is trusted.\n');
  return 0;
}
