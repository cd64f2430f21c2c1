import { constants } from 'node:os';
import { isObject } from '../../base/json-value';
import type { CallOutcome } from '../../outcome';
import type { ToolRegistry } from '../../registries/tool-registry';
import { renderOutcome } from '../../calls/render';
import type { ToolResult } from '../../tool-result';
import { UsageError, type Command } from '../command';
import { openForShell } from '../open-for-shell';

/** Calls one tool from the shell like any client would: validation, policy and consent apply. */
export const command: Command = {
  name: 'call',
  summary: 'call one tool from the shell',
  usage: 'toolwright call NAME [\'{"argument": …}\'] [serve options]',
  async run(args, io) {
    const { open, positionals } = await openForShell(args, io);
    try {
      const [name, json = '{}'] = positionals;
      if (name === undefined) throw new UsageError("which tool? 'toolwright tools' lists them");
      const { outcome, signal } = await untilSignal(open.registry, name, parsed(json));
      const { content } = renderOutcome(outcome);
      for (const block of content)
        io.stdout(`${block.type === 'text' ? block.text : JSON.stringify(block)}\n`);
      if (signal) return 128 + constants.signals[signal];
      return outcome.isError ? 1 : 0;
    } finally {
      await open.close();
    }
  },
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// Processes started by a tool lead their own groups, which Ctrl-C does not reach: a signal therefore cancels the call.
async function untilSignal(
  registry: ToolRegistry,
  name: string,
  args: Record<string, unknown>,
): Promise<{ outcome: CallOutcome; signal?: NodeJS.Signals }> {
  const cancelled = new AbortController();
  let signal: NodeJS.Signals | undefined;
  let soFar: ToolResult | undefined;
  const stop = (came: NodeJS.Signals): void => {
    signal = came;
    cancelled.abort();
  };
  for (const each of SIGNALS) process.on(each, stop);
  try {
    const outcome = await registry.call(name, args, {
      door: 'shell',
      signal: cancelled.signal,
      soFar: (result) => (soFar = result),
    });
    if (!signal) return { outcome };
    return { outcome: soFar ? { ...outcome, result: soFar } : outcome, signal };
  } finally {
    for (const each of SIGNALS) process.off(each, stop);
  }
}

function parsed(json: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new UsageError(
      `the arguments are not valid JSON (${(error as Error).message}): write them as '{"name": "value"}'`,
    );
  }
  if (!isObject(value))
    throw new UsageError('the arguments must be one JSON object: write them as \'{"name": "value"}\'');
  return value;
}
