import { isObject } from '../base/json-value';
import { hideValues } from '../json/hide-values';
import type { KnownSecrets } from '../json/known-secrets';
import { withoutSecrets } from '../json/without-secrets';
import type { UserAnswer } from '../tool-context';
import type { AskedQuestion } from './heard-questions';

// The schema of a question has no mark for secrets that every client takes, so many are known only by their names.
const LOOKS_SECRET =
  /passw|passphrase|passcode|secret|token|credential|(?:api|access|private)[\s_-]?key|(?:^|[\s_-])(?:pin|otp|cvv|cvc)(?:$|[\s_-])/i;

/** Returns the answer to a question with secrets hidden: what the schema marks, what a tool's arguments call secret, and what is named like a password. */
export function withoutSecretAnswers(asked: AskedQuestion, known: KnownSecrets): UserAnswer | undefined {
  const { question, answer } = asked;
  if (answer?.action !== 'accept') return answer;
  const content = withoutSecrets(answer.content, question.schema ?? {}, secretsOf(asked, known));
  return { ...answer, content };
}

/** Hides in a text the values of the secrets in an answer. */
export function hideAnswer(text: string, asked: AskedQuestion, known: KnownSecrets): string {
  const { question, answer } = asked;
  return hideValues(text, answer?.content, question.schema ?? {}, secretsOf(asked, known));
}

function secretsOf({ question, answer }: AskedQuestion, known: KnownSecrets): KnownSecrets {
  const properties = question.schema?.['properties'];
  const fields = { ...answer?.content, ...(isObject(properties) && properties) };
  const named = Object.entries(fields).filter(
    ([name, field]) =>
      LOOKS_SECRET.test(name) || (isObject(field) && LOOKS_SECRET.test(String(field['title']))),
  );
  return { ...known, names: [...new Set([...known.names, ...named.map(([name]) => name)])] };
}
