import { isObject } from '../../checker';
import { renderOutcome } from '../../render';
import { UsageError, type Command } from '../command';
import { composeForShell } from '../compose-for-shell';

/** Calls one tool from the shell, through the same door as every client: validation, policy and consent hold. */
export const command: Command = {
  name: 'call',
  summary: 'call one tool from the shell',
  usage: 'toolwright call NAME [\'{"argument": …}\'] [serve options]',
  async run(args, io) {
    const { composition, positionals } = await composeForShell(args, io);
    try {
      const [name, json = '{}'] = positionals;
      if (name === undefined) throw new UsageError("which tool? 'toolwright tools' lists them");
      const outcome = await composition.registry.call(name, parsed(json), { door: 'shell' });
      const { content } = renderOutcome(outcome);
      for (const block of content)
        io.stdout(`${block.type === 'text' ? block.text : JSON.stringify(block)}\n`);
      return outcome.isError ? 1 : 0;
    } finally {
      await composition.close();
    }
  },
};

function parsed(json: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new UsageError(
      `the arguments are no JSON (${(error as Error).message}): write them as '{"name": "value"}'`,
    );
  }
  if (!isObject(value))
    throw new UsageError('the arguments must be one JSON object: write them as \'{"name": "value"}\'');
  return value;
}
