import { instructionsOf } from '../../app/wiring/make-client-instructions';
import { openForShell } from '../open-for-shell';
import { UsageError, type Command } from '../command';
import { measureCost, type CostReport, type ModeCost } from '../cost';

const OWN = { json: { type: 'boolean' }, budget: { type: 'string' } } as const;

/** Shows what the tools cost in an agent's context, by tool and by exposure mode; fails if it exceeds a budget. */
export const command: Command = {
  name: 'cost',
  summary: 'show what the tools cost in an agent’s context',
  usage:
    'toolwright cost [--json] [--budget TOKENS] [serve options]   (exit code 1 if the current mode costs more)',
  async run(args, io) {
    const { open, options } = await openForShell(args, io, OWN);
    try {
      const { expose, descriptions } = open.config;
      const report = measureCost(
        open.registry,
        descriptions,
        (mode) => instructionsOf(open, mode).instructions ?? '',
      );
      const set = report.modes.find((each) => each.mode === expose && each.descriptions === descriptions)!;
      const budget = budgetOf(options['budget']);
      const within = budget === undefined || set.tokens <= budget;
      if (options['json'])
        io.stdout(
          `${JSON.stringify({ ...report, set: { mode: expose, descriptions }, budget, within }, null, 2)}\n`,
        );
      else io.stdout(textOf(report, set));
      if (!within) io.stderr(`toolwright cost: ${set.tokens} tokens exceed the budget of ${budget}\n`);
      return within ? 0 : 1;
    } finally {
      await open.close();
    }
  },
};

function budgetOf(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !/^\d+$/.test(text))
    throw new UsageError('--budget takes a number of tokens');
  return Number(text);
}

function textOf({ tools, modes }: CostReport, set: ModeCost): string {
  const width = Math.max(4, ...tools.map(({ name }) => name.length));
  const row = (name: string, bytes: unknown, tokens: unknown): string =>
    `${name.padEnd(width)}  ${String(bytes).padStart(7)}  ${String(tokens).padStart(7)}`;
  return [
    row('tool', 'bytes', 'tokens'),
    ...tools.map(({ name, bytes, tokens }) => row(name, bytes, tokens)),
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
