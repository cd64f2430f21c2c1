import { isObject } from '../base/json-value';
import { setMemberAt } from '../base/nested-member';
import type { JsonSchema } from '../base/json-schema';
import type { UserAnswer, Question } from '../tool-context';
import { schemaProblem } from '../calls/answer-problem';
import { userAnswer } from '../calls/user-answer';
import type { Terminal } from './command';
import { choicesOf } from './call-flags/call-flag-value';
import { typedAnswer } from './typed-answer';

/** Returns a function that puts a tool's question to the person at the terminal. */
export function askInTerminal(terminal: Terminal): (question: Question) => Promise<UserAnswer> {
  return async ({ message, schema, url }) => {
    const fields = isObject(schema) && isObject(schema['properties']) ? fieldsOf(schema) : [];
    if (!fields.length) return confirmed(terminal, url === undefined ? message : atAddress(message, url));
    let before = `${printable(message)}\n`;
    for (;;) {
      const content = await filledIn(terminal, before, fields);
      if (!content) return { action: 'cancel' };
      const problem = schemaProblem(content, schema!);
      if (problem === undefined) return { action: 'accept', content };
      before = `${printable(problem)}\n`;
    }
  };
}

interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

// MCP's questions are flat.
function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }));
}

async function filledIn(
  terminal: Terminal,
  message: string,
  fields: readonly Field[],
): Promise<Record<string, unknown> | undefined> {
  const content: Record<string, unknown> = {};
  let before = message;
  for (const field of fields) {
    const answer = await one(terminal, before, field);
    if (answer === undefined) return undefined;
    if ('value' in answer) setMemberAt(content, [field.name], answer.value);
    before = '';
  }
  return content;
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
  { name, schema, required }: Field,
): Promise<{ value?: unknown } | undefined> {
  const prompt = printable(`${schema.description ?? schema.title ?? name}${hintOf(schema)}: `);
  let text = before;
  for (;;) {
    const typed = await terminal.question(`${text}${prompt}`);
    if (typed === undefined) return undefined;
    if (typed === '' && schema.default !== undefined) return { value: schema.default };
    if (typed === '' && !required) return {};
    const read = typedAnswer(typed, schema);
    if ('problem' in read) text = `${printable(read.problem)}\n`;
    else {
      const problem = schemaProblem(read.value, schema);
      if (problem === undefined) return { value: read.value };
      text = `${printable(`${name} ${problem}`)}\n`;
    }
  }
}

// What may be answered, and what an empty answer means.
function hintOf(schema: JsonSchema): string {
  const { type, default: fallback } = schema;
  const words = type === 'boolean' ? ['y', 'n'] : choicesOf(type === 'array' ? (schema.items ?? {}) : schema);
  const choices = words.join(', ');
  const several = type === 'array' ? `${choices && '; '}several with commas` : '';
  const shown = typeof fallback === 'boolean' ? (fallback ? 'y' : 'n') : JSON.stringify(fallback);
  return `${choices || several ? ` (${choices}${several})` : ''}${fallback === undefined ? '' : ` [${shown}]`}`;
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
