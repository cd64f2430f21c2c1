import { sameJson } from '../../json/same-json';
import { eachNode, type Rule } from '../rule';
import { takesType } from '../schema-nodes';

const MOST_ENUM_VALUES = 1000;

/** The rules about keywords that model services don't know. */
export const KEYWORD_RULES: readonly Rule[] = [
  {
    id: 'schema-type-list',
    severity: 'warning',
    about: 'a list of types',
    evidence: 'Gemini’s schema has one type; clients send the first, or the request fails.',
    source: 'zereight/gitlab-mcp#166; Gemini’s reference of Schema.type',
    clients: ['gemini'],
    find: eachNode(function* ({ schema }) {
      if (!Array.isArray(schema['type'])) return;
      yield {
        message: `has a list of types (${(schema['type'] as unknown[]).join(', ')})`,
        cure: 'Make it optional instead of nullable, or use anyOf with one type each.',
        clients: ['gemini'],
      };
    }),
  },
  {
    id: 'schema-enum-type',
    severity: 'warning',
    about: 'allowed values that aren’t strings',
    evidence: 'Gemini answers 400 to an enum with numbers or booleans: “Invalid value … (TYPE_STRING)”.',
    source: 'CherryHQ/cherry-studio#20939',
    clients: ['gemini'],
    find: eachNode(function* ({ schema }) {
      const values = schema['enum'];
      if (!Array.isArray(values) || !values.some((value) => typeof value !== 'string' && value !== null))
        return;
      yield {
        message: 'allows values that aren’t strings',
        cure: 'Allow a range (minimum, maximum) instead, or strings.',
        clients: ['gemini'],
      };
    }),
  },
  {
    id: 'schema-format',
    severity: 'note',
    about: 'a string format that Gemini refuses',
    evidence:
      'Gemini knows the formats enum and date-time for strings, and refuses others; many clients leave them out.',
    source: 'CherryHQ/cherry-studio#4153; Gemini’s reference of Schema.format',
    clients: ['gemini'],
    find: eachNode(function* ({ schema }) {
      const { format } = schema;
      if (
        typeof format !== 'string' ||
        !takesType(schema, 'string') ||
        ['date-time', 'enum'].includes(format)
      )
        return;
      yield {
        message: `has the format ${format}, which Gemini doesn’t know`,
        cure: 'Say the form in the description too, so that it is known where the format is left out.',
        clients: ['gemini'],
      };
    }),
  },
  {
    id: 'schema-keyword',
    severity: 'warning',
    about: 'a keyword that clients leave out, and with it the rule it states',
    evidence:
      'Gemini refuses these keywords, so clients strip them before they send a tool: the model never learns the rule.',
    source: 'danny-avila/LibreChat#13850, probed against Gemini and Vertex; zed-industries/zed#52670',
    clients: ['gemini'],
    find: eachNode(function* ({ schema }) {
      const found = STRIPPED.filter(
        (keyword) => schema[keyword] !== undefined && !saysNothing(schema[keyword]),
      );
      if (!found.length) return;
      yield {
        message: `has ${found.join(' and ')}, which Gemini doesn’t know`,
        cure: 'Say the rule in the description, and check it in the tool.',
        clients: ['gemini'],
      };
    }),
  },
  {
    id: 'schema-enum-size',
    severity: 'warning',
    about: 'a very long list of allowed values',
    evidence: 'OpenAI takes at most 1,000 allowed values, and each is sent with every request.',
    source: 'OpenAI’s documentation of structured outputs',
    clients: ['openai'],
    find: eachNode(function* ({ schema }) {
      const values = schema['enum'];
      if (!Array.isArray(values) || values.length <= MOST_ENUM_VALUES) return;
      yield {
        message: `allows ${values.length} values, more than OpenAI takes`,
        cure: 'Take free text, and offer a tool or completions to find the right value.',
        clients: ['openai'],
      };
    }),
  },
];

const STRIPPED = [
  ...[
    'propertyNames',
    'patternProperties',
    'prefixItems',
    'additionalItems',
    'dependencies',
    'dependentRequired',
  ],
  ...['dependentSchemas', 'if', 'not', 'contains', 'unevaluatedProperties', 'unevaluatedItems'],
];

// Every name of a member is a string: generators write that rule for each map.
function saysNothing(rule: unknown): boolean {
  return sameJson(rule, { type: 'string' }) || sameJson(rule, {}) || rule === true;
}
