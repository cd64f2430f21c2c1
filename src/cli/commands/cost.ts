import { wordedInstructions } from '../../app/wiring/make-client-instructions';
import { AppPeer } from '../app-peer';
import { exitCodeOfList } from '../listing-mistakes';
import { openForShell } from '../open-for-shell';
import { isRemote, openRemote } from '../open-peer';
import { refuseExtra } from '../refuse-extra';
import type { ServerCost } from '../cost-of-server';
import { UsageError, type Command, type Io } from '../command';
import { measureCost, type CostReport, type ModeCost } from '../cost';

const OWN = { json: { type: 'boolean' }, budget: { type: 'string' } } as const;

/** Shows what the tools cost in an agent's context, by tool and by exposure mode; fails if it exceeds a budget. */
export const command: Command = {
  name: 'cost',
  appUse: 'judges',
  usage: `toolwright cost [--json] [--budget TOKENS] [--server "COMMAND …" | --url URL] [serve options]

  Exits with 1 if it costs more than the budget, or a class of the app has a mistake, which keeps it out of its list.`,
  run: (args, io) => (isRemote(args) ? ofServer(args, io) : ofApp(args, io)),
};

async function ofApp(args: string[], io: Io): Promise<number> {
  const { open, options, positionals } = await openForShell(args, io, OWN);
  try {
    refuseExtra(positionals, 0);
    const { expose, descriptions } = open.config;
    const budget = budgetOf(options['budget']);
    const peer = new AppPeer(open);
    await peer.tools();
    const instructions = (mode: ModeCost['mode']): string => wordedInstructions(open, mode) ?? '';
    const report = measureCost(open.registry, descriptions, instructions);
    const set = report.modes.find((each) => each.mode === expose && each.descriptions === descriptions)!;
    const json = options['json'] ? { ...report, set: { mode: expose, descriptions } } : undefined;
    const code = judged(io, { tokens: set.tokens, budget, json, text: () => textOf(report, set) });
    await peer.lookAtOthers();
    return exitCodeOfList(peer, 'cost', io) || code;
  } finally {
    await open.close();
  }
}

async function ofServer(args: string[], io: Io): Promise<number> {
  const { peer, options, positionals } = await openRemote(args, io, OWN);
  try {
    refuseExtra(positionals, 0);
    const budget = budgetOf(options['budget']);
    const { costOfServer } = await import('../cost-of-server.js');
    const report = await costOfServer(peer);
    const { tools, total } = report;
    const text = (): string => {
      const row = rowsFor(tools);
      const sums = row('all, with instructions', total.bytes, total.tokens);
      return [...toolRows(tools, row), '', sums, '', 'Tokens are estimated.', ''].join('\n');
    };
    return judged(io, { tokens: total.tokens, budget, json: options['json'] ? report : undefined, text });
  } finally {
    await peer.close();
  }
}

// Prints the report as JSON or as text, and says whether it is within the budget.
function judged(io: Io, { tokens, budget, json, text }: Judged): number {
  const within = budget === undefined || tokens <= budget;
  io.stdout(json ? `${JSON.stringify({ ...json, budget, within }, null, 2)}\n` : text());
  if (!within) io.stderr(`toolwright cost: ${tokens} tokens exceed the budget of ${budget}\n`);
  return within ? 0 : 1;
}

interface Judged {
  readonly tokens: number;
  readonly budget: number | undefined;
  /** What is printed for programs, if a program reads it. */
  readonly json: object | undefined;
  readonly text: () => string;
}

function budgetOf(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !/^\d+$/.test(text))
    throw new UsageError('--budget takes a number of tokens');
  return Number(text);
}

type Row = (name: string, bytes: unknown, tokens: unknown) => string;

function rowsFor(tools: CostReport['tools'] | ServerCost['tools']): Row {
  const width = Math.max(22, ...tools.map(({ name }) => name.length));
  return (name, bytes, tokens) =>
    `${name.padEnd(width)}  ${String(bytes).padStart(7)}  ${String(tokens).padStart(7)}`;
}

function toolRows(tools: CostReport['tools'] | ServerCost['tools'], row: Row): string[] {
  return [
    row('tool', 'bytes', 'tokens'),
    ...tools.map(({ name, bytes, tokens }) => row(name, bytes, tokens)),
  ];
}

function textOf({ tools, modes }: CostReport, set: ModeCost): string {
  const row = rowsFor(tools);
  return [
    ...toolRows(tools, row),
    '',
    row('mode', 'bytes', 'tokens'),
    ...modes.flatMap((mode) => [
      row(`${mode.mode}, ${mode.descriptions}${mode === set ? ' *' : ''}`, mode.bytes, mode.tokens),
      ...(mode.search ? [row('  + each search', mode.search.bytes, mode.search.tokens)] : []),
    ]),
    '',
    '* current mode, instructions included. Tokens are estimated.',
    '',
  ].join('\n');
}
