import { compileCheck, type Report } from './checker';
import { AuthorError } from './errors';
import type { JsonSchema } from './json-schema';
import type { ArgNote } from './metadata';

// Which type each rule is about.
const ABOUT: Readonly<Record<string, string>> = {
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minItems: 'array',
  maxItems: 'array',
  uniqueItems: 'array',
};

const PAIRS = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
] as const;

/** Refuses rules of one field that no value, or not its own default or example, could meet. */
export function refuseContradictions(
  at: { readonly place: string },
  note: ArgNote,
  value: JsonSchema,
  published: JsonSchema,
): void {
  if (note.schema) return;
  if (value.enum?.length === 0)
    throw new AuthorError(at.place, 'has an enum that is empty.', 'Name the allowed values.');
  for (const keyword in value) refuseForeignRule(at, keyword, value);
  for (const [low, high] of PAIRS) {
    if (value[low] !== undefined && value[high] !== undefined && value[low] > value[high])
      throw new AuthorError(
        at.place,
        `has a ${low} of ${value[low]} above its ${high} of ${value[high]}.`,
        'Swap them.',
      );
  }
  if (published.default !== undefined) refuseWrongValue(at.place, 'default', published.default, published);
  if (note.example !== undefined) refuseWrongValue(at.place, 'example', note.example, published);
}

function refuseForeignRule(at: { readonly place: string }, keyword: string, { type }: JsonSchema): void {
  const about = ABOUT[keyword];
  const kind = type === 'integer' ? 'number' : type;
  if (about === undefined || kind === undefined || about === kind) return;
  throw new AuthorError(
    at.place,
    `has ${keyword}, which is about a ${about}, and is a ${type}.`,
    `Drop ${keyword}, or change the type.`,
  );
}

function refuseWrongValue(place: string, what: string, value: unknown, schema: JsonSchema): void {
  const report: Report = { problems: [], repairs: [], repairing: false };
  compileCheck(schema)(JSON.parse(JSON.stringify(value)), report);
  const [wrong] = report.problems;
  if (wrong)
    throw new AuthorError(
      place,
      `has the ${what} ${JSON.stringify(value)}, which ${wrong.message}.`,
      `Correct the ${what} or the rule.`,
    );
}
