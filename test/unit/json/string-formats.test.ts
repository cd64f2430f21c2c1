import type { JsonSchema } from '../../../src/base/json-schema';
import { answerProblem } from '../../../src/calls/answer-problem';
import { ruleWords } from '../../../src/inspect/schema-view';
import { compileCheck } from '../../../src/json/checker';
import type { Problem } from '../../../src/json/problem';
import { FORMAT_EXAMPLES, STRING_FORMATS } from '../../../src/json/string-formats';

// As a field with this format is published.
const published = (format: string): JsonSchema => ({ type: 'string', pattern: STRING_FORMATS[format]! });

function problemsOf(format: string, text: string): Problem[] {
  const problems: Problem[] = [];
  compileCheck(published(format))(text, { problems, repairs: [], repairing: false });
  return problems;
}
const fits = (format: string, text: string): boolean => problemsOf(format, text).length === 0;
const digits = (number: number, count = 2): string => String(number).padStart(count, '0');

test('a date is one that the calendar has', () => {
  const wrong: string[] = [];
  for (const year of [0, 4, 100, 400, 1900, 1999, 2000, 2024, 2026, 2100, 9999])
    for (let month = 0; month <= 13; month++)
      for (let day = 0; day <= 32; day++) {
        const text = `${digits(year, 4)}-${digits(month)}-${digits(day)}`;
        const date = new Date(0);
        date.setUTCFullYear(year, month - 1, day);
        const exists =
          date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCFullYear() === year;
        if (fits('date', text) !== exists || fits('date-time', `${text}T12:00:00Z`) !== exists)
          wrong.push(text);
      }
  expect(wrong).toEqual([]);
});

test.each([
  ['date', '2026-2-3', false],
  ['date', '2026-02-03T00:00:00Z', false],
  ['date', '+02026-02-03', false],
  ['time', '24:00:00Z', false],
  ['time', '23:60:00Z', false],
  ['time', '23:59:61Z', false],
  ['time', '23:59:60Z', true],
  ['time', '23:59:60', true],
  ['time', '12:59:60Z', false],
  ['time', '23:58:60Z', false],
  ['time', '00:59:60+01:00', true],
  ['time', '18:59:60.5-05:00', true],
  ['time', '23:59:60+01:00', false],
  ['time', '12:00:00+24:00', false],
  ['time', '12:00:00+23:59', true],
  ['date-time', '2016-12-31T23:59:60Z', true],
  ['date-time', '2016-12-31T22:59:60Z', false],
  ['date-time', '2026-02-31T12:00:00Z', false],
  ['date-time', '2026-02-28T24:00:00Z', false],
  ['date-time', '2026-02-28T12:00:00', false],
  ['date-time', '2026-02-28t12:00:00.123456z', true],
  ['ipv6', '::1', true],
  ['ipv6', ':::', false],
  ['ipv6', '1:2:3:4:5:6:7:8:9', false],
  ['ipv6', '::ffff:192.0.2.1', true],
  ['ipv6', '::ffff:192.0.2.256', false],
])('%s %s: %s', (format, text, verdict) => expect(fits(format, text)).toBe(verdict));

test.each(Object.keys(STRING_FORMATS))(
  '%s is explained in words with an example that it allows',
  (format) => {
    expect(fits(format, FORMAT_EXAMPLES[format]!)).toBe(true);
    const [problem] = problemsOf(format, ' ');
    expect(problem!.message).toMatch(/^must be an? .+ such as /);
    expect(problem!.message).toContain(FORMAT_EXAMPLES[format]);
    expect(JSON.stringify(problem)).not.toContain('\\\\d');
    expect(problem!.allowed).not.toContain('^');
  },
);

test('the words for a date', () =>
  expect(problemsOf('date', '2026-02-31')).toEqual([
    {
      field: '',
      message: 'must be a date that exists, such as 2026-01-31',
      received: expect.stringContaining('2026-02-31') as string,
      allowed: 'a date such as 2026-01-31',
    },
  ]));

test('pages name the format, not its pattern', () => {
  expect(ruleWords(published('date'))).toBe('as date');
  expect(ruleWords({ ...published('date-time'), format: 'date-time', minLength: 1 })).toBe(
    'at least 1 character, as date-time',
  );
  expect(ruleWords({ type: 'string', pattern: '^a' })).toBe('matches ^a');
});

test.each([
  ['date', '2026-02-31'],
  ['email', 'ada'],
  ['uri', 'example'],
])('a question that asks for a %s does not take %s', (format, text) => {
  const schema = { type: 'object', properties: { it: { type: 'string', format } } } as const;
  const problem = answerProblem({ action: 'accept', content: { it: text } }, { message: 'It?', schema });
  expect(problem).toMatch(/^it must be an? /);
  const right = { action: 'accept', content: { it: FORMAT_EXAMPLES[format] } };
  expect(answerProblem(right, { message: 'It?', schema })).toBeUndefined();
  const odd = { type: 'object', properties: { it: { type: 'string', format: 'constructor' } } };
  expect(answerProblem(right, { message: 'It?', schema: odd })).toBeUndefined();
});
