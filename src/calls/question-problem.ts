import { exceptionMessage } from '../base/exception';
import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { schemaProblem } from './answer-problem';
import { AuthorError } from '../errors';
import type { Question } from '../tool-context';
import { fieldProblem, type AskingProblem } from './question-field';

const LONGEST_MESSAGE = 60;

/** Returns the author's mistake in a question that MCP has no form for, so that no client could show it; undefined if it can be asked. */
export function questionProblem(tool: string, question: Question): AuthorError | undefined {
  const { message, url, schema } = question;
  if (typeof message !== 'string')
    return new AuthorError(
      tool,
      'a question has no message.',
      'Write message, the text that the user reads.',
    );
  const found =
    url !== undefined ? urlProblem(url) : schema === undefined ? undefined : asSent(schema, formProblem);
  if (!found) return undefined;
  return new AuthorError(
    tool,
    `the question "${shortened(message)}" can't be asked: ${found.what}.`,
    found.cure,
  );
}

function urlProblem(url: unknown): AskingProblem | undefined {
  if (typeof url === 'string' && URL.canParse(url)) return undefined;
  return {
    what: `the url ${String(url)} is not a whole address`,
    cure: 'Write one such as https://example.com/in.',
  };
}

// A client gets JSON, in which what is undefined is absent and what is no number is null.
function asSent(
  schema: object,
  judge: (sent: unknown) => AskingProblem | undefined,
): AskingProblem | undefined {
  let sent: unknown;
  try {
    sent = JSON.parse(JSON.stringify(schema));
  } catch (error) {
    const what = `the schema is not JSON: ${exceptionMessage(error)}`;
    return { what, cure: 'Write it with objects, lists, texts, numbers, true and false.' };
  }
  return judge(sent);
}

const WHOLE = "{ type: 'object', properties: { … } }";

function formProblem(schema: unknown): AskingProblem | undefined {
  if (!isObject(schema) || schema['type'] !== 'object')
    return { what: "the schema is not an object's", cure: `Write ${WHOLE}.` };
  const { properties, required } = schema;
  if (!isObject(properties))
    return {
      what: 'the schema has no properties',
      cure: `Write ${WHOLE}, or leave the schema out for a plain confirmation.`,
    };
  for (const [name, field] of Object.entries(properties)) {
    const found = fieldProblem(name, field);
    if (found) return found;
  }
  return requiredProblem(required, properties) ?? uncheckable(schema, properties);
}

function requiredProblem(required: unknown, properties: object): AskingProblem | undefined {
  if (required === undefined) return undefined;
  if (!Array.isArray(required) || required.some((name) => typeof name !== 'string'))
    return { what: 'required is not a list of names', cure: "Write one such as required: ['name']." };
  const unknown = (required as string[]).find((name) => !Object.hasOwn(properties, name));
  if (unknown === undefined) return undefined;
  return {
    what: `required names ${unknown}, which the user can't fill in`,
    cure: 'Add it to properties, or take it out of required.',
  };
}

const PROBES: Readonly<Record<string, unknown>> = {
  string: '',
  number: 0,
  integer: 0,
  boolean: true,
  array: [],
};

// What no answer can be held to, such as an invalid pattern, is found by checking one, whatever the verdict.
function uncheckable(schema: JsonSchema, properties: object): AskingProblem | undefined {
  const fields = Object.entries(properties as Record<string, JsonSchema>);
  for (const [name, field] of fields) {
    const alone = { ...schema, properties: { [name]: field }, required: [] };
    const cure = failure(() => schemaProblem({ [name]: PROBES[field.type!] }, alone));
    if (cure !== undefined) return { what: `no answer for ${name} can be checked`, cure };
  }
  const cure = failure(() => schemaProblem({}, schema));
  return cure === undefined ? undefined : { what: 'no answer can be checked by the schema', cure };
}

function failure(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return exceptionMessage(error);
  }
}

function shortened(message: string): string {
  const [line = ''] = message.trim().split('\n', 1);
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}…` : line;
}
