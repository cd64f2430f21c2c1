import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { hideValues } from '../json/hide-values';
import type { KnownSecrets } from '../json/known-secrets';
import { withoutSecrets } from '../json/without-secrets';
import type { UserAnswer } from '../tool-context';
import type { AskedQuestion } from './conversation';

// The schema of a question has no mark for secrets that every client takes, so many are known only by their names.
const LOOKS_SECRET =
  /passw|passphrase|passcode|secret|token|credential|(?:api|access|private)[\s_-]?key|(?:^|[\s_-])(?:pin|otp|cvv|cvc)(?:$|[\s_-])/i;

/** Returns the answer to a question with secrets hidden: what the schema marks, what a tool's arguments call secret, and what is named like a password. */
export function withoutSecretAnswers(
  { question: { schema = {} }, answer }: AskedQuestion,
  known: KnownSecrets,
): UserAnswer | undefined {
  if (answer?.action !== 'accept') return answer;
  return { ...answer, content: withoutSecrets(answer.content, schema, secretsOf(schema, known)) };
}

/** Hides in a text the values of the secrets in an answer. */
export function hideAnswer(
  text: string,
  { question: { schema = {} }, answer }: AskedQuestion,
  known: KnownSecrets,
): string {
  return hideValues(text, answer?.content, schema, secretsOf(schema, known));
}

function secretsOf({ properties }: JsonSchema, known: KnownSecrets): KnownSecrets {
  const fields = isObject(properties) ? Object.entries(properties) : [];
  const named = fields.filter(([name, field]) =>
    [name, isObject(field) ? field['title'] : undefined].some((text) => LOOKS_SECRET.test(String(text))),
  );
  return { ...known, names: [...new Set([...known.names, ...named.map(([name]) => name)])] };
}
