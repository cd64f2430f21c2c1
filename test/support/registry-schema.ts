// What the MCP registry's schema of server.json (revision 2025-12-11) demands, restated from its rules for what we write: names,
// types, lengths, patterns and what is required. test/toolchains/pack.test.ts asks the published schema itself where it can be reached.
const text = { type: 'string' };
const flag = { type: 'boolean' };
const address = { type: 'string', format: 'uri' };

const input = {
  description: text,
  format: { enum: ['string', 'number', 'boolean', 'filepath'] },
  isRequired: flag,
  isSecret: flag,
  default: text,
  placeholder: text,
  value: text,
  choices: { type: 'array', items: text },
};

const stdio = { type: 'object', required: ['type'], properties: { type: { const: 'stdio' } } };
const http = {
  type: 'object',
  required: ['type', 'url'],
  properties: { type: { enum: ['streamable-http', 'sse'] }, url: text },
};

/** Judges a server.json as the registry's schema does; stricter in that it knows every key, so that a misspelt one is found. */
export const REGISTRY_RULES = {
  type: 'object',
  required: ['name', 'description', 'version'],
  additionalProperties: false,
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: {
      type: 'string',
      minLength: 3,
      maxLength: 200,
      pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$',
    },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255 },
    websiteUrl: address,
    repository: {
      type: 'object',
      required: ['url', 'source'],
      additionalProperties: false,
      properties: { url: address, source: text, id: text, subfolder: text },
    },
    packages: {
      type: 'array',
      items: {
        type: 'object',
        required: ['registryType', 'identifier', 'transport'],
        additionalProperties: false,
        properties: {
          registryType: text,
          registryBaseUrl: address,
          identifier: text,
          version: { type: 'string', minLength: 1, not: { const: 'latest' } },
          fileSha256: { type: 'string', pattern: '^[a-f0-9]{64}$' },
          runtimeHint: text,
          transport: { anyOf: [stdio, http] },
          packageArguments: {
            type: 'array',
            items: {
              type: 'object',
              required: ['type', 'value'],
              additionalProperties: false,
              properties: { ...input, type: { const: 'positional' } },
            },
          },
          environmentVariables: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name'],
              additionalProperties: false,
              properties: { ...input, name: text },
            },
          },
        },
      },
    },
    remotes: { type: 'array', items: http },
  },
} as const;
