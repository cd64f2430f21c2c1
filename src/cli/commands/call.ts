import { constants } from 'node:os';
import { finishNow } from '../../app/end-in-time';
import type { PeerTool } from '../../client/peer-lists';
import type { Peer, PeerCall } from '../../client/peer';
import { isSecret } from '../../json/secret-properties';
import type { WireResult } from '../../outcome';
import type { OwnOptions } from '../../config';
import { AppPeer } from '../app-peer';
import { askInTerminal } from '../ask-in-terminal';
import { UsageError, type Command, type Io } from '../command';
import { flagsOf, type Flag } from '../call-flags/call-flag';
import { flagHelp, flagUsage, isShown } from '../call-flags/call-flag-help';
import { purposeIn } from '../print-columns';
import { parseFlags, type FlagArguments } from '../call-flags/parse-call-flags';
import { splitWords } from '../call-flags/split-call-words';
import { flagsAfterDashes, namingTakenOptions, refuseUnclear } from '../call-flags/unclear-options';
import { judgingFirst, type BeforeStart } from '../judging-first';
import { isRemote, knownOptions, openPeer, PEER_USAGE } from '../open-peer';
import { namedOption } from '../../config/named-option';
import { printResult } from '../print-result';
import { showProgress, type ShownProgress } from '../show-progress';
import { SignalledEnd } from '../signalled-end';
import { statusLine, type StatusLine } from '../status-line';
import { tellIfCut } from '../tell-if-cut';
import { tellIfUnasked } from '../tell-if-unasked';
import { toolNamed } from '../tool-named';
import { toolOfOther } from '../tool-of-other';

const OWN = { 'idempotency-key': { type: 'string' } } as const satisfies OwnOptions;
const NO_SERVER =
  '--idempotency-key: only goes with --url or --server; what an app remembers in this process ends with it';

/** Calls one tool from the shell like any client would: validation, policy and consent apply. */
export const command: Command = {
  name: 'call',
  appUse: 'calls',
  usage: `toolwright call NAME [--ARGUMENT VALUE]… ['{"argument": …}'] [--idempotency-key KEY] ${PEER_USAGE}`,
  async help(args, io) {
    const known = await knownOptions(args, io, OWN);
    const words = splitWords(args, known);
    if (words.name === undefined) return undefined;
    const { peer } = await openPeer(words.own, io, OWN);
    try {
      return toolHelp(await toolNamed(peer, words.name), known);
    } finally {
      await peer.close();
    }
  },
  async run(args, plain) {
    const line = statusLine(plain);
    const { io } = line;
    const unclear = { args, io, own: OWN, flagsIn };
    const known = await namingTakenOptions(unclear, () => knownOptions(args, io, OWN));
    const words = splitWords(args, known);
    const key = namedOption(words.own, 'idempotency-key');
    if (key !== undefined && !isRemote(words.own)) throw new UsageError(NO_SERVER);
    const isOther = isRemote(words.own);
    const read = async (schema: PeerTool['inputSchema']): Promise<ReadFlags> => {
      const flags = flagsOf(schema);
      refuseUnclear(words, flags);
      return { flags, args: await parseFlags(words.rest, flags, io, { options: known, isOther }) };
    };
    let before: ReadFlags | undefined;
    // A tool that isn't there yet may be registered by `start`.
    const judge: BeforeStart = async (open) => {
      const schema = words.name === undefined ? undefined : new AppPeer(open).inputOf(words.name);
      before = schema && (await read(schema));
    };
    // A tool that asks is to know whether someone answers.
    const asks = io.terminal !== undefined;
    const { peer, options } = await judgingFirst(judge, (beforeStart) =>
      namingTakenOptions(unclear, () => openPeer(words.own, io, OWN, { asks, beforeStart }), known),
    );
    try {
      if (words.name === undefined) throw new UsageError("which tool? 'toolwright tools' lists them");
      const { name } = words;
      const tool = await (isOther
        ? namingTakenOptions(unclear, () => toolOfOther(peer, name, { args: words.own, io, own: OWN }))
        : toolNamed(peer, name));
      const { flags, args: given } = before ?? (await read(tool.inputSchema));
      const toolArgs = await withSecrets(given, flags, tool, io);
      const { result, signal } = await untilSignal(peer, tool.name, toolArgs, line, key);
      printResult(result, io, { json: options['json'] === true });
      if (peer instanceof AppPeer) for (const line of peer.thrownAt) io.stderr(`${line}\n`);
      tellIfUnasked(result, io);
      if (isOther && options['header'] === undefined) tellIfCut(result, io);
      if (signal) {
        // What a background tool has so far looks like any other result.
        if (!JSON.stringify(result).includes('cancelled'))
          io.stderr(`toolwright call: ${tool.name} was cancelled; this is what it had so far.\n`);
        return 128 + constants.signals[signal];
      }
      return result.isError ? 1 : 0;
    } finally {
      await peer.close();
    }
  },
};

interface ReadFlags {
  readonly flags: readonly Flag[];
  readonly args: FlagArguments;
}

async function flagsIn(peer: Peer, name: string): Promise<Flag[]> {
  return flagsOf((await toolNamed(peer, name)).inputSchema);
}

function toolHelp({ name, description, inputSchema }: PeerTool, known: OwnOptions): string {
  const all = flagsOf(inputSchema);
  const flags = all.filter(isShown);
  const last = flagsAfterDashes(flags, known);
  const clear = flags.filter((flag) => !last.has(flag));
  const unclear = flags.filter((flag) => last.has(flag));
  const written = (flag: Flag): string => flagUsage(flag, all);
  const usage = [...clear.map(written), ...(unclear.length ? ['--', ...unclear.map(written)] : [])];
  const lines = [
    ...(clear.length ? ['', 'Arguments:', ...flagHelp(clear, all)] : []),
    ...(unclear.length
      ? [
          '',
          "Arguments after '--', since options of this command have the same names:",
          ...flagHelp(unclear, all),
        ]
      : []),
  ];
  return [
    purposeIn(description, { name }),
    '',
    `  toolwright call ${[name, ...usage].join(' ')}`,
    ...lines,
    '',
  ].join('\n');
}

// A secret on a command line ends up in the shell's history; a person is asked for it instead.
async function withSecrets(
  args: FlagArguments,
  flags: readonly Flag[],
  { secrets = [] }: PeerTool,
  io: Io,
): Promise<FlagArguments> {
  if (!io.terminal) return args;
  for (const { path, name, schema, required } of flags) {
    const [key] = path;
    if (
      !required ||
      !(isSecret(schema) || secrets.includes(key!)) ||
      path.length > 1 ||
      Object.hasOwn(args, key!)
    )
      continue;
    const typed = await io.terminal.question(`${name}: `, { secret: true });
    if (typed !== undefined) args[key!] = typed;
  }
  return args;
}

// Processes started by a tool lead their own groups, which Ctrl-C does not reach: a signal therefore cancels the call. A tool
// of an app that is opened here may keep this thread, so another one listens.
async function untilSignal(
  peer: Peer,
  name: string,
  args: FlagArguments,
  line: StatusLine,
  idempotencyKey: string | undefined,
): Promise<{ result: WireResult; signal?: NodeJS.Signals }> {
  const { io } = line;
  const isOpenHere = peer instanceof AppPeer;
  const cancelled = new AbortController();
  let signal: NodeJS.Signals | undefined;
  const end = new SignalledEnd({
    name: 'toolwright call',
    stderr: io.stderr,
    begin: (came) => {
      signal = came;
      cancelled.abort();
    },
    finish: () => (isOpenHere ? finishNow(peer) : process.emit('exit', 1)),
  });
  const runsAuthorsCode = isOpenHere && (!peer.isShipped || peer.open.config.modules.length > 0);
  if (runsAuthorsCode) end.watchOverLater(name);
  else end.listen();
  const progress = showProgress(line, name);
  try {
    const result = await peer.call(name, args, {
      signal: cancelled.signal,
      progress: (step) => {
        if (runsAuthorsCode) end.watchOver(name);
        progress.update(step);
      },
      idempotencyKey,
      ...(io.terminal && { ask: withoutProgress(askInTerminal(io.terminal), progress) }),
    });
    return { result, ...(signal && { signal }) };
  } finally {
    progress.clear();
    if (!signal) end.leave();
  }
}

// A question and the progress would write over each other.
function withoutProgress(ask: NonNullable<PeerCall['ask']>, progress: ShownProgress): typeof ask {
  return async (question) => {
    progress.pause();
    try {
      return await ask(question);
    } finally {
      progress.resume();
    }
  };
}
