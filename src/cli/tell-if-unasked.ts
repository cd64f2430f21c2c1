import { isObject, parsedJson } from '../base/json-value';
import type { WireResult } from '../outcome';
import type { Io } from './command';

const IN_TERMINAL =
  'note: the tool has a question for you, and there is no terminal to ask it in. Run the command where neither stdin nor stderr is ' +
  'a pipe or a file (stdout may be: `… | cat`); arguments that came through a pipe can be read from a file (@FILE). No option answers a question.\n';
const ELSEWHERE: Readonly<Record<string, string>> = {
  'elicitation.url': 'note: the tool wants to send its user to a web page, which this command does not do.',
  sampling: 'note: the tool wants the model of its client to write something, and a shell has none.',
  roots: 'note: the tool wants the directories of its client, and a shell offers none.',
};

/** Says how to put right that a tool asked for something which its caller can't do: here the caller is this command. */
export function tellIfUnasked({ content, isError }: WireResult, io: Io): void {
  if (!isError) return;
  const missing = content.map((block) => (block.type === 'text' ? capabilityIn(block.text) : undefined));
  const capability = missing.find((each) => each !== undefined);
  if (capability === undefined) return;
  const elsewhere = ELSEWHERE[capability];
  if (elsewhere !== undefined)
    io.stderr(`${elsewhere} Call it from a client with the capability '${capability}'.\n`);
  else if (capability.startsWith('elicitation') && !io.terminal) io.stderr(IN_TERMINAL);
}

function capabilityIn(text: string): string | undefined {
  const failure = parsedJson(text);
  if (!isObject(failure) || failure['exception_type'] !== 'MissingCapabilityError') return undefined;
  return /'([^']+)'$/.exec(String(failure['exception_message']))?.[1];
}
