import { isObject } from '../../base/json-value';
import { sameJson } from '../../json/same-json';
import { eachNode, type Rule } from '../rule';
import { takesType, type SchemaNode } from '../schema-nodes';
import { fits } from '../fits';

const JSON_SCHEMA = 'JSON Schema 2020-12, validation';
const PAIRS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** The rules about schemas that contradict themselves. */
export const SOUNDNESS_RULES: readonly Rule[] = [
  {
    id: 'required-unknown',
    severity: 'error',
    about: 'a required argument that isn’t declared',
    evidence: 'Gemini answers 400 (“property is not defined”), and models don’t know what to send.',
    source: 'Gemini’s check of Schema.required',
    find: eachNode(function* ({ schema }) {
      const { required, properties, additionalProperties } = schema;
      if (!Array.isArray(required) || (!isObject(properties) && schema['type'] !== 'object')) return;
      const known = isObject(properties) ? properties : {};
      for (const name of required as unknown[]) {
        if (typeof name !== 'string' || Object.hasOwn(known, name) || isObject(additionalProperties))
          continue;
        yield {
          message: `requires ${name}, which isn’t among its properties`,
          cure: `Declare ${name}, or don’t require it.`,
        };
      }
    }),
  },
  {
    id: 'default-invalid',
    severity: 'error',
    about: 'a default that its own schema refuses',
    evidence: 'Models copy defaults; this one is then refused.',
    source: JSON_SCHEMA,
    find: eachNode(function* ({ schema }) {
      const value = schema['default'];
      if (value === undefined || value === null || fits(value, schema)) return;
      yield {
        message: `the default ${JSON.stringify(value)} breaks its own schema`,
        cure: 'Correct the default or the rule.',
      };
    }),
  },
  {
    id: 'example-invalid',
    severity: 'error',
    about: 'an example that its own schema refuses',
    evidence: 'Models copy examples; this one is then refused.',
    source: JSON_SCHEMA,
    find: eachNode(function* ({ schema }) {
      const { examples } = schema;
      if (!Array.isArray(examples)) return;
      for (const value of examples as unknown[])
        if (!fits(value, schema))
          yield {
            message: `the example ${JSON.stringify(value)} breaks its own schema`,
            cure: 'Correct the example or the rule.',
          };
    }),
  },
  {
    id: 'enum-invalid',
    severity: 'error',
    about: 'allowed values that can’t be sent',
    evidence:
      'An empty list allows nothing, a value of another type is always refused, and some validators refuse duplicates.',
    source: `${JSON_SCHEMA}: enum should have elements, and they should be unique`,
    find: eachNode(function* ({ schema }) {
      const values = schema['enum'];
      if (!Array.isArray(values)) return;
      const wrong = wrongEnum(values, schema);
      if (wrong) yield { message: wrong, cure: 'List each value once, all of the type that is stated.' };
    }),
  },
  {
    id: 'bounds-contradict',
    severity: 'error',
    about: 'bounds that no value keeps',
    evidence: 'Every call with this argument is refused, whatever the model sends.',
    source: JSON_SCHEMA,
    find: eachNode(function* ({ schema }) {
      for (const [low, high] of PAIRS) {
        const [from, to] = [schema[low], schema[high]];
        if (typeof from !== 'number' || typeof to !== 'number' || from <= to) continue;
        yield { message: `${low} ${from} is above ${high} ${to}`, cure: 'Exchange or correct them.' };
      }
    }),
  },
  {
    id: 'pattern-invalid',
    severity: 'error',
    about: 'a pattern that can’t be read',
    evidence: 'Clients that compile the schema refuse the tool, the others can’t check it.',
    source: `${JSON_SCHEMA}: pattern is a regular expression of ECMA-262`,
    find: eachNode(function* ({ schema }) {
      const { pattern } = schema;
      if (typeof pattern !== 'string' || canCompile(pattern)) return;
      yield {
        message: `the pattern ${pattern} isn’t a regular expression`,
        cure: 'Correct it; flags such as (?i) don’t exist here.',
      };
    }),
  },
];

function wrongEnum(values: readonly unknown[], schema: SchemaNode['schema']): string | undefined {
  if (!values.length) return 'allows no value at all';
  const doubled = values.find((value, index) =>
    values.slice(0, index).some((other) => sameJson(value, other)),
  );
  if (doubled !== undefined) return `lists ${JSON.stringify(doubled)} twice`;
  const { type } = schema;
  const foreign = type === undefined ? undefined : values.find((value) => !isOfType(value, schema));
  return foreign === undefined ? undefined : `allows ${JSON.stringify(foreign)}, which isn’t of its type`;
}

function isOfType(value: unknown, schema: SchemaNode['schema']): boolean {
  if (value === null) return takesType(schema, 'null') || schema['nullable'] === true;
  if (Array.isArray(value)) return takesType(schema, 'array');
  if (typeof value === 'number')
    return takesType(schema, 'number') || (takesType(schema, 'integer') && Number.isInteger(value));
  return takesType(schema, typeof value);
}

function canCompile(pattern: string): boolean {
  return [pattern].some((text) => {
    for (const flags of ['u', ''])
      try {
        return Boolean(new RegExp(text, flags));
      } catch {
        continue;
      }
    return false;
  });
}
