import { isObject } from '../../base/json-value';
import { CLIENT_LIMITS, clientsText, type ClientName } from '../clients';
import { eachNode, eachTool, type Rule } from '../rule';
import { describedIn, takesType, isArgument, type SchemaNode } from '../schema-nodes';
import { isDocumented } from '../documented';
import { wordsOfText } from '../compared-words';

// A description of this many words says what the members are, or by which syntax they are written.
const FEWEST_WORDS = 5;
const COMBINATORS = ['anyOf', 'oneOf', 'allOf'];

/** The rules about what clients refuse in schemas. */
export const SCHEMA_RULES: readonly Rule[] = [
  {
    id: 'schema-root',
    severity: 'error',
    about: 'an input schema that is no object',
    evidence:
      'The SDKs check that inputSchema.type is "object": one wrong tool and a client sees no tool at all.',
    source: 'MCP, Tool.inputSchema; the schema of the TypeScript SDK',
    find: eachTool(function* ({ inputSchema, subject }) {
      if (isObject(inputSchema) && inputSchema['type'] === 'object') return;
      const is = isObject(inputSchema)
        ? `type ${JSON.stringify(inputSchema['type'] ?? 'none')}`
        : 'no schema';
      yield {
        subject,
        message: `the input schema has ${is}`,
        cure: 'Publish {"type": "object", "properties": {…}}.',
      };
    }),
  },
  {
    id: 'schema-root-combinator',
    severity: 'error',
    about: 'a combinator at the root of an input schema',
    evidence:
      'The Claude and OpenAI APIs refuse the whole request if one tool has anyOf, oneOf or allOf at its root.',
    source: 'github/github-mcp-server#3126; makenotion/notion-mcp-server#341; anomalyco/opencode#35516',
    clients: ['claude', 'openai'],
    find: eachTool(function* ({ inputSchema, subject }, { clients }) {
      const found = isObject(inputSchema)
        ? COMBINATORS.filter((keyword) => inputSchema[keyword] !== undefined)
        : [];
      const refusing = among(clients, ['claude', 'openai']);
      if (!found.length) return;
      yield {
        subject,
        message: `the input schema has ${found.join(' and ')} at its root, which ${clientsText(refusing)} refuse`,
        cure: 'Make the arguments optional, and refuse wrong combinations in the tool with an error that names them.',
        clients: refusing,
      };
    }),
  },
  {
    id: 'schema-reference',
    severity: 'error',
    about: 'a reference in an input schema',
    evidence:
      'The Claude API rejects $ref anywhere in a custom tool’s schema, and Gemini doesn’t know it; models lose the part behind it.',
    source: 'Claude platform documentation, managed agents; pitfalls verified with real clients',
    clients: ['claude', 'gemini'],
    find: eachNode(function* ({ schema }, _, { clients }) {
      if (schema['$ref'] === undefined && schema['$dynamicRef'] === undefined) return;
      yield {
        message: 'is given by a reference ($ref)',
        cure: 'Write the schema in place of the reference.',
        clients: among(clients, ['claude', 'gemini']),
      };
    }),
  },
  {
    id: 'schema-array-items',
    severity: 'error',
    about: 'an array without items',
    evidence:
      'VS Code, OpenAI and Gemini refuse a tool with an array whose items aren’t described, and with it the request.',
    source: 'agentscope-ai/ReMe#84 (VS Code); ogx-ai/ogx#3602 and mark3labs/mcphost#35 (OpenAI)',
    clients: ['vscode', 'openai', 'gemini'],
    find: eachNode(function* ({ schema }, _, { clients }) {
      if (!takesType(schema, 'array') || schema['items'] !== undefined || schema['prefixItems'] !== undefined)
        return;
      yield {
        message: 'is an array without items',
        cure: 'Add items with the type of its entries.',
        clients: among(clients, ['vscode', 'openai', 'gemini']),
      };
    }),
  },
  {
    id: 'schema-property-name',
    severity: 'error',
    about: 'an argument whose name the Claude API refuses',
    evidence: 'The Claude API accepts property keys of letters, digits, _, . and -, 1 to 64 of them.',
    source: 'Claude platform documentation; ComposioHQ/composio#2330',
    clients: ['claude'],
    find: eachNode(function* (node) {
      if (!isArgument(node) || node.depth !== 1 || CLIENT_LIMITS.claude.propertyName!.test(node.name!))
        return;
      yield {
        message: `Claude refuses the name ${JSON.stringify(node.name)}`,
        cure: 'Use letters, digits, _, . and -, at most 64.',
        clients: ['claude'],
      };
    }),
  },
  {
    id: 'schema-untyped',
    severity: 'warning',
    about: 'an argument without a type',
    evidence: 'Gemini refuses it, and models send text where a number or a list is wanted.',
    source: 'zereight/gitlab-mcp#166 (“Invalid value at … type”)',
    clients: ['gemini'],
    find: eachNode(function* (node) {
      if (!isArgument(node) || TYPING.some((keyword) => node.schema[keyword] !== undefined)) return;
      yield {
        message: 'has no type',
        cure: 'State its type, or anyOf with one type each.',
        clients: ['gemini'],
      };
    }),
  },
  {
    id: 'schema-bare-object',
    severity: 'warning',
    about: 'an object that says nothing about its members',
    evidence: 'Models have to guess the members, and Gemini refuses an object without properties.',
    source: 'nanbingxyz/5ire#42; “should be non-empty for OBJECT type”',
    find: eachNode(function* (node, { description }) {
      if (!node.path || !takesType(node.schema, 'object')) return;
      if (isClosed(node.schema)) {
        yield {
          message: 'is an object that can’t have any members',
          cure: 'Leave it out: Gemini refuses an object without properties, and a model has nothing to fill in.',
        };
        return;
      }
      if (!isBare(node.schema) || isExplained(node)) return;
      if (node.name !== undefined && isDocumented(description, node.name)) return;
      yield {
        message: 'is an object whose members aren’t described',
        cure: 'State its properties, or the schema of its values (additionalProperties), or describe an example.',
      };
    }),
  },
  {
    id: 'schema-dialect',
    severity: 'note',
    about: 'a schema that names its dialect',
    evidence:
      'Some clients refuse draft-07, validators made for draft-07 refuse 2020-12; without $schema both read it.',
    source: 'pitfalls verified with real clients; MCP: 2020-12 is meant where nothing is said',
    *find({ tools }) {
      const named = tools.filter(
        ({ inputSchema }) => isObject(inputSchema) && typeof inputSchema['$schema'] === 'string',
      );
      if (!named.length) return;
      yield {
        subject: { kind: 'server', name: '' },
        message:
          named.length === 1
            ? `the schema of ${named[0]!.name} names its dialect ($schema)`
            : `the schemas of ${named.length} tools name their dialect ($schema), ${named[0]!.name} first`,
        cure: 'Leave $schema out.',
      };
    },
  },
  {
    id: 'output-root',
    severity: 'error',
    about: 'an output schema that is no object',
    evidence: 'The TypeScript SDK refuses the whole list if one outputSchema isn’t of type object.',
    source: 'opentokenz/mcpx#28; MCP, Tool.outputSchema',
    find: eachTool(function* ({ outputSchema, subject }) {
      if (outputSchema === undefined || (isObject(outputSchema) && outputSchema['type'] === 'object')) return;
      yield {
        subject,
        message: 'the output schema isn’t of type object',
        cure: 'Wrap the value: {"type": "object", "properties": {"items": …}}.',
      };
    }),
  },
];

const TYPING = [
  'type',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  '$ref',
  '$dynamicRef',
  'properties',
  'items',
];

function isBare(schema: Readonly<Record<string, unknown>>): boolean {
  const { properties, additionalProperties, patternProperties } = schema;
  if (isObject(properties) && Object.keys(properties).length) return false;
  if (isObject(additionalProperties) && Object.keys(additionalProperties).length) return false;
  if (patternProperties !== undefined || COMBINATORS.some((keyword) => schema[keyword] !== undefined))
    return false;
  return wordsOfText(describedIn(schema)).length < FEWEST_WORDS;
}

function isClosed({ additionalProperties, properties }: Readonly<Record<string, unknown>>): boolean {
  return additionalProperties === false && isObject(properties) && !Object.keys(properties).length;
}

// By the list that it is an item of, by the union that it is part of, or by an alternative that says more.
function isExplained({ name, path, parent }: SchemaNode): boolean {
  if (name !== undefined || !parent) return false;
  if (wordsOfText(describedIn(parent.schema)).length >= FEWEST_WORDS) return true;
  if (parent.path === path)
    return COMBINATORS.flatMap((keyword) => (parent.schema[keyword] ?? []) as unknown[]).some(
      (branch) => isObject(branch) && (branch['$ref'] ?? branch['properties']) !== undefined,
    );
  return false;
}

function among(chosen: readonly ClientName[], clients: readonly ClientName[]): ClientName[] {
  return clients.filter((client) => chosen.includes(client));
}
