import { howMany } from '../base/how-many';
import type { RecordedCall } from './record-calls';

const MOST_NAMED = 3;

/** Returns what a written test says at its beginning where its calls may change what they find: that they are real, and how to keep them apart. */
export function realCallsComment(calls: readonly RecordedCall[]): string[] {
  const tools = [...new Set(calls.filter(mayChange).map(({ tool }) => tool))];
  if (!tools.length) return [];
  return [
    `// These are real calls: what ${named(tools)} may change is changed in the directory that the tests are run in, at each run,`,
    '// and a test that is asked for consent gives it. To keep that apart, put the data from before the first call into a directory of its own,',
    "// and add `files: 'DIRECTORY'` to the options of testClient below (or of testsFrom): each run then works in a copy of it.",
  ];
}

// Arguments that are refused reach no tool.
function mayChange({ readOnly, errorType }: RecordedCall): boolean {
  return !readOnly && errorType !== 'validation_error';
}

function named(tools: readonly string[]): string {
  const more = tools.length - MOST_NAMED;
  const first = tools.slice(0, MOST_NAMED).join(', ');
  return more > 0 ? `${first} and ${howMany(more, 'other')}` : first;
}
