import { resolve } from 'node:path';
import { statSync } from 'node:fs';
import { howMany } from '../../base/how-many';
import type { ReadRecord } from '../../audit/read-audit';
import type { KnownRecord } from '../../audit/verify-audit';
import { withLeftOut } from '../../app/with-left-out';
import { ConfigError, readConfig, type LoadedConfig } from '../../config';
import { escapeControls, safeJson } from '../../logging/escape';
import { UsageError, type Command, type Io } from '../command';
import { readForApp } from '../open-for-shell';
import { refuseExtra } from '../refuse-extra';

const USAGE = `toolwright audit verify [DIR]        check that no byte of the audit was changed and no record is missing
  toolwright audit show [DIR]          list the recorded calls, in the order of their time
  toolwright audit explain ID [DIR]    say in words why a call was allowed or refused, and what it did

  DIR defaults to the setting audit.dir; the key of a keyed audit is the setting audit.key (TOOLWRIGHT_AUDIT_KEY).
  --head CHAIN:NUMBER:HASH (verify)    a record that you noted elsewhere, and that must still be there; repeatable
  --tool NAME, --who TEXT, --door DOOR, --outcome WORD, --since TIME, --last N (show)    only these
  --json                               print JSON; with show, the records as they are, one a line`;

const OWN = {
  json: { type: 'boolean' },
  head: { type: 'string', multiple: true },
  tool: { type: 'string' },
  who: { type: 'string' },
  door: { type: 'string' },
  outcome: { type: 'string' },
  since: { type: 'string' },
  last: { type: 'string' },
} as const;

type Options = Readonly<Record<string, unknown>>;

/** Verifies, shows and explains the audit of calls. */
export const command: Command = {
  name: 'audit',
  usage: USAGE,
  async run(args, io) {
    const { app, options, positionals } = await readForApp(args, io, OWN);
    const { loaded } = await readConfig({ cwd: io.cwd, env: io.env, options, model: app.configModel });
    const { dir, key } = loaded.config.audit;
    const [verb, ...rest] = positionals;
    if (verb === 'explain') {
      const [id, given, ...more] = rest;
      if (id === undefined)
        throw new UsageError('explain which call? `toolwright audit show` lists their ids');
      refuseExtra(more, 0);
      return explain(await directoryOf(given ?? dir, loaded, io), id, io);
    }
    if (verb !== 'verify' && verb !== 'show')
      throw new UsageError(
        `${verb === undefined ? 'say what to do' : `'${verb}' is none of its words`}: verify, show or explain`,
      );
    refuseExtra(rest, 1);
    const directory = await directoryOf(rest[0] ?? dir, loaded, io);
    return verb === 'verify' ? verify(directory, key, options, io) : show(directory, options, io);
  },
};

async function verify(directory: string, key: string | undefined, options: Options, io: Io): Promise<number> {
  const { verifyAudit } = await import('../../audit/verify-audit.js');
  const known = ((options['head'] ?? []) as string[]).map(knownRecord);
  const { sound, chains, findings } = verifyAudit(directory, key, known);
  if (options['json']) {
    const shown = chains.map(({ name, records, head, notes }) => ({ name, records, head, notes }));
    io.stdout(`${JSON.stringify({ sound, chains: shown, findings })}\n`);
    return sound ? 0 : 1;
  }
  for (const { place, problem } of findings) io.stdout(`${escapeControls(`${place}: ${problem}`)}\n`);
  for (const { name, records, head, notes } of chains) {
    for (const note of notes) io.stdout(`note: ${escapeControls(note)}\n`);
    io.stdout(`chain ${name}: ${howMany(records, 'record')}, up to ${name}:${head.n}:${head.hash}\n`);
  }
  const what = `${howMany(chains.length, 'chain')} in ${directory}`;
  io.stdout(sound ? `sound: ${what}\n` : `NOT SOUND: ${howMany(findings.length, 'finding')}, ${what}\n`);
  return sound ? 0 : 1;
}

async function show(directory: string, options: Options, io: Io): Promise<number> {
  const [{ readAudit }, { recordSummary }] = await Promise.all([
    import('../../audit/read-audit.js'),
    import('../../audit/explain-record.js'),
  ]);
  const wanted = filterOf(options);
  const last = lastOf(options['last']);
  const found = readAudit(directory).filter(wanted);
  for (const record of last === undefined ? found : found.slice(-last))
    io.stdout(`${options['json'] ? safeJson(record) : escapeControls(recordSummary(record))}\n`);
  return 0;
}

async function explain(directory: string, id: string, io: Io): Promise<number> {
  const [{ readAudit }, { explainRecord }] = await Promise.all([
    import('../../audit/read-audit.js'),
    import('../../audit/explain-record.js'),
  ]);
  const all = readAudit(directory);
  const record = all.find((each) => each.id === id || `${each.chain}:${each.n}` === id);
  if (record?.type !== 'call') throw new UsageError(`there is no call ${id} in ${directory}`);
  const text = explainRecord(inOneLine(record), all.map(inOneLine));
  io.stdout(text.split('\n').map(escapeControls).join('\n'));
  return 0;
}

// Callers choose names, and tools word errors: none of it may look like a line of ours. Arguments are shown as JSON.
function inOneLine({ args, ...others }: ReadRecord): ReadRecord {
  const escaped = JSON.parse(JSON.stringify(others), (_key, value: unknown) =>
    typeof value === 'string' ? escapeControls(value) : value,
  ) as ReadRecord;
  return { ...escaped, ...(args && { args }) };
}

function filterOf({ tool, who, door, outcome, since }: Options): (record: ReadRecord) => boolean {
  const from = since === undefined ? undefined : new Date(since as string);
  if (from && Number.isNaN(from.getTime()))
    throw new UsageError(`--since: '${since as string}' is not a time`);
  const narrowed = [tool, who, door, outcome].some((each) => each !== undefined);
  return (record) => {
    if (from && new Date(record.at) < from) return false;
    if (!narrowed) return true;
    if (record.type !== 'call') return false;
    if (tool !== undefined && record.name !== tool) return false;
    if (door !== undefined && record.door !== door) return false;
    if (outcome !== undefined && record.outcome !== outcome) return false;
    return (
      who === undefined ||
      Object.values(record.who ?? {}).some((text) => String(text).includes(who as string))
    );
  };
}

function lastOf(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  const last = Number(given);
  if (!Number.isSafeInteger(last) || last < 1)
    throw new UsageError(`--last: '${given as string}' is not a number of records`);
  return last;
}

function noAudit(): ConfigError {
  const message = 'is not set, and no directory is named';
  const cure = 'Which audit? Write its directory last, or set audit.dir.';
  return new ConfigError([{ origin: { source: 'default' }, path: 'audit.dir', message, cure, unset: true }]);
}

function knownRecord(text: string): KnownRecord {
  const [, chain, n, hash] = /^(\d+):(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (chain === undefined || n === undefined || hash === undefined)
    throw new UsageError(`--head: write it as \`verify\` prints it, CHAIN:NUMBER:HASH; got '${text}'`);
  return { chain, n: Number(n), hash };
}

async function directoryOf(
  given: string | undefined,
  loaded: LoadedConfig,
  { cwd, env }: Io,
): Promise<string> {
  if (given === undefined) throw await withLeftOut(noAudit(), loaded, { cwd, env });
  const directory = resolve(cwd, given);
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`there is no directory ${directory}`);
  return directory;
}
