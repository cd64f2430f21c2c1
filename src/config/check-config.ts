import { compileCheck } from '../json/checker';
import { mayTellSecret } from '../json/hide-received';
import type { Report } from '../json/check-report';
import { FORMAT_EXAMPLES, formatOfPattern } from '../json/string-formats';
import { STATED_EXAMPLES } from '../schema/args-schema';
import { isObject } from '../base/json-value';
import type { JsonSchema } from '../base/json-schema';
import { nearestNames } from '../base/names';
import type { Problem } from '../json/problem';

const NO_NAMES: readonly string[] = [];

/** A problem with a value, before it is known where the value was written. */
export interface ConfigValueProblem {
  readonly path: string;
  readonly message: string;
  readonly cure: string;
  /** The key itself is wrong, not its value. */
  readonly unknownKey: boolean;
}

/** Checks a value of the configuration against its schema, with a fix for each problem. */
export function checkValue(
  value: unknown,
  schema: JsonSchema,
  /** Where the value has secrets, which are never shown: a schema that marks them. */
  secrets: JsonSchema = {},
): ConfigValueProblem[] {
  const report: Report = { problems: [], repairs: [], repairing: false };
  compileCheck(schema)(value, report);
  return report.problems.map((problem) =>
    explain(problem, value, schema, mayTellSecret(problem, secrets, NO_NAMES)),
  );
}

/**
 * Returns a copy of a value without what was found wrong, so that the rest can be checked. A list keeps its length: a
 * wrong entry is replaced by a valid example, so that the positions of the others stay correct.
 */
export function withoutWrongParts(
  value: unknown,
  schema: JsonSchema,
  problems: readonly ConfigValueProblem[],
): Record<string, unknown> {
  if (!isObject(value)) return {};
  const copy = structuredClone(value);
  for (const { path } of problems) {
    const steps = stepsOf(path);
    const last = steps.pop();
    const holder = valueAt(copy, steps);
    if (Array.isArray(holder) && typeof last === 'number')
      holder[last] = exampleOf(schemaAt(schema, [...steps, last]) ?? {});
    else if (isObject(holder) && last !== undefined && Object.hasOwn(holder, last)) delete holder[last];
    else delete copy[steps[0] ?? ''];
  }
  return copy;
}

function explain(problem: Problem, value: unknown, root: JsonSchema, isSecret: boolean): ConfigValueProblem {
  const unknownKey = problem.message.startsWith('is not a known argument');
  const steps = stepsOf(problem.field);
  if (unknownKey) {
    const names = Object.keys(schemaAt(root, steps.slice(0, -1))?.properties ?? {});
    const cure = problem.nearest ? `Write '${problem.nearest}'.` : `Known here: ${names.join(', ')}.`;
    return { path: problem.field, message: 'is not a known setting', cure, unknownKey };
  }
  const got = problem.received === undefined || isSecret ? '' : `, got ${problem.received}`;
  const schema = schemaAt(root, steps);
  return {
    path: problem.field,
    message: `${problem.message}${got}`,
    cure: schema ? cureFor(schema, valueAt(value, steps), schemaAt(root, steps.slice(0, -1)), isSecret) : '',
    unknownKey,
  };
}

function cureFor(
  schema: JsonSchema,
  value: unknown,
  above: JsonSchema | undefined,
  isSecret: boolean,
): string {
  if (schema.enum && typeof value === 'string') {
    const [nearest] = nearestNames(value, schema.enum.map(String), 1);
    if (nearest) return `Did you mean ${JSON.stringify(nearest)}?`;
  }
  const stated = statedExamples(schema, above);
  // The default of a secret is one as well.
  const { default: usual, ...rules } = schema;
  const candidates =
    usual === undefined || isSecret ? [...stated, exampleOf(rules)] : [exampleOf(schema), ...stated];
  const example = candidates.find((one) => isValid(one, schema));
  return example === undefined
    ? "'toolwright config --reference' says what it may be."
    : `For example: ${JSON.stringify(example)}.`;
}

// What an author stated for a list is an example of its items too.
function statedExamples(schema: JsonSchema, above: JsonSchema | undefined): unknown[] {
  if (STATED_EXAMPLES.has(schema)) return [STATED_EXAMPLES.get(schema)];
  const list = above?.items === schema ? STATED_EXAMPLES.get(above) : undefined;
  return Array.isArray(list) ? list : [];
}

function isValid(value: unknown, schema: JsonSchema): boolean {
  const report: Report = { problems: [], repairs: [], repairing: false };
  compileCheck(schema)(value, report);
  return !report.problems.length;
}

function exampleOf(schema: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined && typeof schema.default !== 'object') return schema.default;
  switch (schema.type) {
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () =>
        schema.items ? exampleOf(schema.items) : 'text',
      );
    case 'object':
      return {};
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.min(Math.max(schema.minimum ?? 1, 1), schema.maximum ?? Infinity);
    default: {
      const format = formatOfPattern(schema.pattern);
      return format ? FORMAT_EXAMPLES[format] : 'text'.padEnd(schema.minLength ?? 0, 'x');
    }
  }
}

function stepsOf(path: string): (string | number)[] {
  const steps = path.split(/\.|(?=\[\d+\])/).filter((step) => step !== '');
  return steps.map((step) => (/^\[\d+\]$/.test(step) ? Number(step.slice(1, -1)) : step));
}

function schemaAt(root: JsonSchema, steps: readonly (string | number)[]): JsonSchema | undefined {
  let at: JsonSchema | undefined = root;
  for (const step of steps) {
    if (!at) return undefined;
    const free: JsonSchema | undefined =
      typeof at.additionalProperties === 'object' ? at.additionalProperties : undefined;
    at = typeof step === 'number' ? at.items : (at.properties?.[step] ?? free);
  }
  return at;
}

function valueAt(value: unknown, steps: readonly (string | number)[]): unknown {
  return steps.reduce<unknown>(
    (at, step) => (at as Record<string | number, unknown> | undefined)?.[step],
    value,
  );
}
