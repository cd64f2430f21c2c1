import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import type { Question } from '../tool-context';

/** Returns an answer with the defaults of the question's schema for what it leaves out, if it accepts: not every client fills them in. */
export function withQuestionDefaults(
  answer: Record<string, unknown>,
  { schema, url }: Question,
): Record<string, unknown> {
  const { action, content } = answer;
  if (action !== 'accept' || url !== undefined || !schema?.properties) return answer;
  const given = content ?? {};
  if (!isObject(given)) return answer;
  const defaults = Object.entries(schema.properties as Readonly<Record<string, JsonSchema>>).flatMap(
    ([name, member]) =>
      member.default === undefined || Object.hasOwn(given, name) ? [] : [[name, member.default] as const],
  );
  return defaults.length ? { ...answer, content: { ...given, ...Object.fromEntries(defaults) } } : answer;
}
