import { isObject } from '../base/json-value';
import type { ObjectSchema } from '../base/json-schema';
import type { UserAnswer, Question } from '../tool-context';
import type { Terminal } from './command';
import { flagsOf, type Flag } from './call-flags/call-flag';
import { flagValue } from './call-flags/call-flag-value';

/** Returns a function that puts a tool's question to the person at the terminal. */
export function askInTerminal(terminal: Terminal): (question: Question) => Promise<UserAnswer> {
  return async ({ message, schema }) => {
    const flags =
      isObject(schema) && isObject(schema['properties']) ? flagsOf(schema as unknown as ObjectSchema) : [];
    if (!flags.length) return confirmed(terminal, message);
    const content: Record<string, unknown> = {};
    let before = `${printable(message)}\n`;
    for (const flag of flags) {
      const answer = await one(terminal, before, flag);
      if (answer === undefined) return { action: 'cancel' };
      if ('value' in answer) content[flag.path[0]!] = answer.value;
      before = '';
    }
    return { action: 'accept', content };
  };
}

async function confirmed(terminal: Terminal, message: string): Promise<UserAnswer> {
  const answer = await terminal.question(`${printable(message)} [y/N] `);
  if (answer === undefined) return { action: 'cancel' };
  return { action: /^\s*y(?:es)?\s*$/i.test(answer) ? 'accept' : 'decline' };
}

async function one(terminal: Terminal, before: string, flag: Flag): Promise<{ value?: unknown } | undefined> {
  const choices = flag.schema.enum ? ` (${flag.schema.enum.map(String).join(', ')})` : '';
  const fallback = flag.default === undefined ? '' : ` [${JSON.stringify(flag.default)}]`;
  let text = before;
  for (;;) {
    const typed = await terminal.question(
      `${text}${printable(flag.description || flag.name)}${choices}${fallback}: `,
    );
    if (typed === undefined) return undefined;
    if (typed === '' && flag.default !== undefined) return { value: flag.default };
    if (typed === '' && !flag.required) return {};
    try {
      return { value: flagValue(flag.name, typed, flag.schema) };
    } catch (error) {
      text = `${(error as Error).message}\n`;
    }
  }
}

/** Makes text from a server safe to print: characters that rewrite the screen or change the direction of text become visible. */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => {
      const code = character.charCodeAt(0).toString(16);
      return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`;
    },
  );
}
