import { isObject } from '../base/json-value';
import { setMemberAt } from '../base/nested-member';
import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import type { UserAnswer, Question } from '../tool-context';
import { schemaProblem } from '../calls/answer-problem';
import { userAnswer } from '../calls/user-answer';
import type { Terminal } from './command';
import { flagsOf, type Flag } from './call-flags/call-flag';
import { flagValue } from './call-flags/call-flag-value';

/** Returns a function that puts a tool's question to the person at the terminal. */
export function askInTerminal(terminal: Terminal): (question: Question) => Promise<UserAnswer> {
  return async ({ message, schema, url }) => {
    const isForm = isObject(schema) && isObject(schema['properties']);
    // A person fills in field by field; an object as a whole is for scripts.
    const flags = isForm ? flagsOf(schema as unknown as ObjectSchema).filter(({ isWhole }) => !isWhole) : [];
    if (!flags.length) return confirmed(terminal, url === undefined ? message : atAddress(message, url));
    let before = `${printable(message)}\n`;
    for (;;) {
      const content = await filledIn(terminal, before, flags, schema!);
      if (!content) return { action: 'cancel' };
      const problem = schemaProblem(content, schema!);
      if (problem === undefined) return { action: 'accept', content };
      before = `${printable(problem)}\n`;
    }
  };
}

async function filledIn(
  terminal: Terminal,
  message: string,
  flags: readonly Flag[],
  schema: JsonSchema,
): Promise<Record<string, unknown> | undefined> {
  const content: Record<string, unknown> = {};
  let before = message;
  for (const flag of flags) {
    const answer = await one(terminal, before, flag, fieldAt(schema, flag.path));
    if (answer === undefined) return undefined;
    if ('value' in answer) setMemberAt(content, flag.path, answer.value);
    before = '';
  }
  return content;
}

function fieldAt(schema: JsonSchema, path: readonly string[]): JsonSchema {
  return path.reduce<JsonSchema>((at, key) => at.properties?.[key] ?? {}, schema);
}

function atAddress(message: string, url: string): string {
  return `${message}\nOpen this address in a browser: ${url}\nDo you agree?`;
}

async function confirmed(terminal: Terminal, message: string): Promise<UserAnswer> {
  const answer = await terminal.question(`${printable(message)} [y/N] `);
  if (answer === undefined) return { action: 'cancel' };
  return userAnswer(/^\s*y(?:es)?\s*$/i.test(answer) ? 'accept' : 'decline');
}

async function one(
  terminal: Terminal,
  before: string,
  flag: Flag,
  field: JsonSchema,
): Promise<{ value?: unknown } | undefined> {
  const choices = choicesOf(flag).join(', ');
  const several = flag.kind === 'list' ? `${choices && '; '}several with commas` : '';
  const allowed = choices || several ? ` (${printable(choices)}${several})` : '';
  const fallback = flag.default === undefined ? '' : ` [${JSON.stringify(flag.default)}]`;
  let text = before;
  for (;;) {
    const typed = await terminal.question(
      `${text}${printable(flag.description || flag.name)}${allowed}${fallback}: `,
    );
    if (typed === undefined) return undefined;
    if (typed === '' && flag.default !== undefined) return { value: flag.default };
    if (typed === '' && !flag.required) return {};
    try {
      const value = typedValue(flag, typed);
      const problem = schemaProblem(value, field);
      if (problem === undefined) return { value };
      text = `${printable(`${flag.name} ${problem}`)}\n`;
    } catch (error) {
      text = `${(error as Error).message}\n`;
    }
  }
}

function typedValue({ kind, name, schema }: Flag, typed: string): unknown {
  if (kind !== 'list') return flagValue(name, typed, schema);
  const parts = typed.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map((part) => flagValue(name, part, schema));
}

// A choice with titles is a list of constants.
function choicesOf({ schema }: Flag): string[] {
  const titled = (schema['oneOf'] ?? schema.anyOf ?? []) as readonly { const?: unknown }[];
  return (schema.enum ?? titled.flatMap((one) => ('const' in one ? [one.const] : []))).map(String);
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
