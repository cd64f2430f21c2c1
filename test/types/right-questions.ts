import type { Question, QuestionSchema, Session, ToolContext, UserAnswer } from '../../src/index';

const asConst = { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] } as const;
const widened = { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] };
const form = (properties: Record<string, unknown>) => ({ type: 'object', properties });
const stated: QuestionSchema = {
  type: 'object',
  properties: {
    plain: { type: 'string', title: 'T', description: 'D', minLength: 1, maxLength: 9, default: 'a' },
    code: { type: 'string', pattern: '^a', writeOnly: true },
    at: { type: 'string', format: 'date-time' },
    many: { type: 'integer', minimum: 0, maximum: 9, default: 1 },
    share: { type: 'number' },
    one: { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'], default: 'a' },
    titled: { type: 'string', oneOf: [{ const: 'a', title: 'A' }] },
    some: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, default: ['a'] },
    several: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
  },
};
const perName = (names: string[]): QuestionSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'boolean', default: false }])),
});

export async function asks(
  { session }: ToolContext,
  unread: Record<string, unknown>,
  parsed: ReturnType<typeof JSON.parse>,
): Promise<void> {
  const ask = session!.ask!;
  await ask({ message: 'Sure?' });
  await ask({ message: 'Sure?', schema: asConst, key: 'sure' }, new AbortController().signal);
  await ask({ message: 'Sure?', schema: widened });
  await ask({ message: 'Sure?', schema: form({ sure: { type: 'boolean' } }) });
  await ask({ message: 'Sure?', schema: unread });
  await ask({ message: 'Sure?', schema: parsed });
  await ask({ message: 'Sure?', schema: { type: 'object', properties: parsed } });
  await ask({ message: 'Sure?', schema: { type: 'object', properties: { sure: parsed } } });
  await ask({ message: 'Sure?', schema: stated });
  await ask({ message: 'Sure?', schema: perName(['a', 'b']) });
  await ask({
    message: 'Sure?',
    schema: {
      type: 'object',
      properties: Object.fromEntries(['a'].map((name) => [name, { type: 'string' }])),
    },
  });
  await ask({
    message: 'Which?',
    schema: {
      type: 'object',
      properties: {
        code: { type: 'string', pattern: '^a', examples: ['a'] },
        parts: { type: 'array', items: { type: 'string', enum: ['chain', 'bell'] } },
      },
      required: ['code'],
      additionalProperties: false,
    },
  });
  const question: Question = { message: 'Sure?', schema: asConst };
  await ask(question);
  await session?.ask?.({ message: 'Go', url: 'https://example.com' });
}

const answer = (question: Question): Promise<UserAnswer> =>
  Promise.resolve({
    action: 'accept',
    content: { said: question.message, schema: question.schema?.['properties'] },
  });

/** What a program or a test hands in as a session. */
export const session: Session = { id: 'mine', ask: answer };
export const other: Session = {
  id: 'mine',
  ask: async ({ message }) => ({ action: 'accept', content: { message } }),
};
