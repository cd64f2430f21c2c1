import { isObject } from '../base/json-value';
import { parseJsonTree, nodeValue, JsonSyntaxError } from './definition-tree';
import type { DefinitionProblem } from './definition-problem';

/** Blocks of text by key, shown before the descriptions that refer to them. */
export type Guidance = ReadonlyMap<string, string>;

/** The guidance file, next to the definitions or one directory above. */
export const GUIDANCE_FILE = 'tool_guidance.json';

const BACKGROUND =
  'Runs in the background: returns an operation id, not the result. Continue with other work; you are notified of ' +
  'the result. Use `await` only when nothing else is left to do, and do not poll `status`.';
const DIRECT = 'Runs synchronously and returns the result.';

/** The defaults without a guidance file: the keys that definitions of this format commonly use. */
export const STANDARD_GUIDANCE: Guidance = new Map([
  ['async_behavior', BACKGROUND],
  ['sync_behavior', DIRECT],
  ['blocking_warning', 'Blocks until done: use it only when there is nothing else to do meanwhile.'],
  ['coordination_tool', 'Waits for other operations: use it only when there is no other work left.'],
  ['python_async', BACKGROUND],
  ['python_sync', DIRECT],
  ['github_sync', DIRECT],
  ['git_operations', 'Works on the git repository of the working directory.'],
  [
    'cancellation_restart_hint',
    'An operation was cancelled: tell the user why, check it with `status`, and restart it if it is still needed.',
  ],
]);

/** Parses a guidance file: `guidance_blocks`, and stray entries with a `guidance` text. */
export function parseGuidance(
  text: string,
  file: string,
): { guidance: Guidance; problems: DefinitionProblem[] } {
  const blocks = new Map<string, string>();
  const problem = (message: string, at = { line: 1, column: 1 }): DefinitionProblem => ({
    file,
    path: 'root',
    kind: 'Syntax',
    severity: 'error',
    message,
    ...at,
  });
  try {
    const root = nodeValue(parseJsonTree(text));
    if (!isObject(root))
      return { guidance: blocks, problems: [problem('the guidance file must contain an object')] };
    for (const [key, value] of Object.entries(root)) {
      if (isObject(value) && typeof value['guidance'] === 'string') blocks.set(key, value['guidance']);
    }
    const listed = root['guidance_blocks'];
    if (isObject(listed)) {
      for (const [key, value] of Object.entries(listed))
        if (typeof value === 'string') blocks.set(key, value);
    }
    return { guidance: blocks, problems: [] };
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      return { guidance: blocks, problems: [problem(error.message, error.at)] };
    throw error;
  }
}
