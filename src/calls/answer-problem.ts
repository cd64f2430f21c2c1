import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { compileCheck } from '../json/checker';
import { patternOfFormat } from '../json/string-formats';
import type { Problem } from '../json/problem';
import type { Question } from '../tool-context';

const ACTIONS: readonly unknown[] = ['accept', 'decline', 'cancel'];

/** Says what is wrong with a client's answer to a question; undefined if it has a known action and content that the schema allows. */
export function answerProblem(
  { action, content }: Record<string, unknown>,
  { schema, url }: Question,
): string | undefined {
  if (!ACTIONS.includes(action)) return 'the action must be accept, decline or cancel';
  if (content !== undefined && !isObject(content)) return 'the content must be an object';
  if (action !== 'accept' || url !== undefined || !schema) return undefined;
  return schemaProblem(content ?? {}, schema);
}

/** Says what a question's schema, or a part of it, refuses in a value; undefined if nothing. */
export function schemaProblem(value: unknown, schema: JsonSchema): string | undefined {
  const problems: Problem[] = [];
  compileCheck(withFormats(schema), 'The schema of a question')(value, {
    problems,
    repairs: [],
    repairing: false,
  });
  return problems.map(({ field, message }) => `${field} ${message}`.trim()).join('; ') || undefined;
}

// A question states formats, which clients know there; a check knows them as patterns.
function withFormats(schema: JsonSchema): JsonSchema {
  const { properties, format, pattern } = schema;
  const known = format !== undefined && pattern === undefined ? patternOfFormat(format) : undefined;
  return {
    ...schema,
    ...(known !== undefined && { pattern: known }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, withFormats(one)])),
    }),
  };
}
