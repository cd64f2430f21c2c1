import { TOOL_NAME } from '../base/names';
import { AuthorError } from '../errors';
import { refuseWrongOptions } from '../schema/refuse-wrong-options';
import type { DefinedTool } from './defined-tool';
import { DEFINED_TOOL_OPTIONS } from './tool-options';

// Without these nothing is checked, or nobody is asked.
const CHECKS = ['inputSchema', 'annotations'];

/** Refuses what `defineTool` can't make a tool of, and what only its types would notice. */
export function refuseWrongDefinition(definition: DefinedTool): void {
  const given: unknown = definition;
  if (typeof given !== 'object' || given === null)
    throw new AuthorError('defineTool', 'needs an object.', 'Write defineTool({ name, description, run }).');
  const { name, description, run } = given as Record<string, unknown>;
  const place = typeof name === 'string' ? `tool '${name}'` : 'defineTool';
  refuseWrongOptions(place, given, DEFINED_TOOL_OPTIONS, { lenient: true, defined: CHECKS });
  if (typeof name !== 'string')
    throw new AuthorError(place, 'has no name.', 'State `name`, as agents will call it.');
  if (!TOOL_NAME.test(name))
    throw new AuthorError(place, 'has a name that clients reject.', 'Use letters, digits, _ and -.');
  if (typeof description !== 'string')
    throw new AuthorError(place, 'has no description.', 'Say in `description` what it does.');
  if (typeof run !== 'function')
    throw new AuthorError(place, 'has no function `run`.', 'Add `run(args, context)`.');
}
