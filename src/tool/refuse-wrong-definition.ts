import { misspeltOption } from '../base/misspelt-option';
import { TOOL_NAME } from '../base/names';
import { AuthorError } from '../errors';
import type { DefinedTool } from './defined-tool';

const OPTIONS: Readonly<Record<keyof DefinedTool, true>> = {
  name: true,
  description: true,
  inputSchema: true,
  outputSchema: true,
  returns: true,
  run: true,
  usage: true,
  examples: true,
  category: true,
  tags: true,
  annotations: true,
  prefix: true,
  timeoutSeconds: true,
  answerBudget: true,
  enabled: true,
  enabledBy: true,
  synchronous: true,
  taskSupport: true,
  idempotencyKey: true,
  inject: true,
  access: true,
  source: true,
  pack: true,
  disabledReason: true,
};

/** Refuses what `defineTool` can't make a tool of, and what only its types would notice. */
export function refuseWrongDefinition(definition: DefinedTool): void {
  const given: unknown = definition;
  if (typeof given !== 'object' || given === null)
    throw new AuthorError('defineTool', 'needs an object.', 'Write defineTool({ name, description, run }).');
  const { name, description, run } = given as Record<string, unknown>;
  const place = typeof name === 'string' ? `tool '${name}'` : 'defineTool';
  const wrong = misspeltOption(given, OPTIONS);
  if (wrong)
    throw new AuthorError(
      place,
      `has the unknown option '${wrong.written}'.`,
      `Did you mean '${wrong.meant}'?`,
    );
  if (typeof name !== 'string')
    throw new AuthorError(place, 'has no name.', 'State `name`, as agents will call it.');
  if (!TOOL_NAME.test(name))
    throw new AuthorError(place, 'has a name that clients reject.', 'Use letters, digits, _ and -.');
  if (typeof description !== 'string')
    throw new AuthorError(place, 'has no description.', 'Say in `description` what it does.');
  if (typeof run !== 'function')
    throw new AuthorError(place, 'has no function `run`.', 'Add `run(args, context)`.');
}
