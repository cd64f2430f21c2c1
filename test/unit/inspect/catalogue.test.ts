import { createHash } from 'node:crypto';
import { parseHTML } from 'linkedom';
import { argumentRows } from '../../../src/inspect/argument-rows';
import { catalogueHtml } from '../../../src/inspect/catalogue-html';
import { catalogueMarkdown } from '../../../src/inspect/catalogue-markdown';
import type { Catalogue } from '../../../src/inspect/inspect-wire';
import type { JsonSchema } from '../../../src/base/json-schema';

const HOSTILE =
  '</pre><script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1)) | `` # *b* &lt;';

const schema = (properties: Record<string, JsonSchema>, more: JsonSchema = {}) => ({
  ...more,
  type: 'object' as const,
  properties,
});

const CATALOGUE: Catalogue = {
  name: HOSTILE,
  version: HOSTILE,
  from: 'x',
  isApp: true,
  savesTests: false,
  instructions: HOSTILE,
  total: { bytes: 100, tokens: 25 },
  tools: [
    {
      name: HOSTILE,
      description: `## Description\n\n${HOSTILE}\n\n## JSON Schema\n\n{}\n\n## Usage Instructions\n\n\`\`\`text\n${HOSTILE}\n\`\`\`\n\n## Concrete Examples\n\n${HOSTILE}\n\n\`\`\`json\n{"a": "${HOSTILE}"}\n\`\`\``,
      inputSchema: schema({
        [HOSTILE]: { type: 'string', description: HOSTILE, default: HOSTILE, enum: [HOSTILE] },
      }),
      annotations: { readOnlyHint: true, destructiveHint: false },
      cost: { bytes: 10, tokens: 7 },
    },
  ],
  prompts: [
    {
      name: HOSTILE,
      description: HOSTILE,
      arguments: [{ name: HOSTILE, description: HOSTILE, required: true }],
    },
  ],
  resources: [{ uri: HOSTILE, name: HOSTILE, description: HOSTILE }],
};

describe('as a page', () => {
  const page = catalogueHtml(CATALOGUE);

  test('whatever a server says is text', () => {
    const { document } = parseHTML(page);
    expect(document.querySelectorAll('script, img, iframe, object, link, [onerror]')).toHaveLength(0);
    expect([...document.querySelectorAll('a')].every((a) => a.getAttribute('href')!.startsWith('#'))).toBe(
      true,
    );
    expect(document.querySelector('h3')!.textContent).toBe(HOSTILE);
    expect(document.querySelector('td.text')!.textContent).toBe(HOSTILE);
    const targets = [...document.querySelectorAll('a')].map((a) => a.getAttribute('href')!.slice(1));
    for (const id of targets) expect([id, document.getElementById(id) !== null]).toEqual([id, true]);
  });

  test('its policy allows nothing but its own style, by its hash', () => {
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page)!;
    const hash = createHash('sha256').update(style).digest('base64');
    const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(page)!;
    expect(policy!.replaceAll('&#39;', "'")).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    );
    expect(page).not.toMatch(/ style="/);
  });
});

describe('as markdown', () => {
  const text = catalogueMarkdown(CATALOGUE);

  test('whatever a server says is text', () => {
    const outside = text.replace(/^(`{3,})\w*\n[^]*?\n\1$/gm, '').replace(/(`+)[^`][^]*?\1/g, '');
    expect(outside).not.toMatch(/(?<!\\)<[a-z/]/i);
    expect(outside).not.toMatch(/(?<!\\)\]\(/);
    expect(text.split('\n').filter((line) => /^#+ /.test(line))).toHaveLength(7);
  });

  test('each tool has its hints and cost', () => {
    expect(text).toContain('_read-only · about 7 tokens_');
    expect(text).toContain('cost an agent about 25 tokens');
  });
});

test('arguments inside objects and lists follow their own', () => {
  const rows = argumentRows(
    schema(
      {
        where: { $ref: '#/$defs/Place' },
        tags: { type: 'array', items: { type: 'string' } },
        legs: { type: 'array', items: schema({ to: { $ref: '#/$defs/Place' } }) },
        who: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
        size: { type: ['integer', 'null'] as unknown as 'integer', minimum: 1 },
        either: { oneOf: [{ type: 'string' }, { type: 'number' }] },
        lost: { $ref: '#/$defs/Nothing' },
      },
      {
        required: ['where'],
        $defs: { Place: schema({ city: { type: 'string', minLength: 1 } }, { required: ['city'] }) },
      },
    ),
  );
  expect(rows.map(({ name, type, required, rules }) => [name, type, required, rules])).toEqual([
    ['where', 'object', true, ''],
    ['where.city', 'string', true, 'at least 1 character'],
    ['tags', 'list of string', false, ''],
    ['legs', 'list of object', false, ''],
    ['legs[].to', 'object', false, ''],
    ['legs[].to.city', 'string', true, 'at least 1 character'],
    ['who', 'string or null', false, ''],
    ['size', 'integer or null', false, 'at least 1'],
    ['either', 'string or number', false, ''],
    ['lost', 'any value', false, ''],
  ]);
  expect(rows.find(({ name }) => name === 'who')!.default).toBe('null');
});

test('of maps and lists, what their values are is said with its rules', () => {
  const limited: JsonSchema = { type: 'integer', minimum: 1, maximum: 5 };
  const rows = argumentRows(
    schema({
      scores: { type: 'object', additionalProperties: limited },
      levels: { type: 'array', items: limited, minItems: 2 },
      places: { type: 'object', additionalProperties: schema({ city: { type: 'string' } }) },
      open: { type: 'object', additionalProperties: true },
      closed: { type: 'object', additionalProperties: false },
      both: { ...schema({ a: limited }), additionalProperties: { type: 'string' } },
    }),
  );
  expect(rows.map(({ name, type, rules }) => [name, type, rules])).toEqual([
    ['scores', 'object of integer (at least 1, at most 5)', ''],
    ['levels', 'list of integer (at least 1, at most 5)', 'at least 2 items'],
    ['places', 'object of object', ''],
    ['places.*.city', 'string', ''],
    ['open', 'object', ''],
    ['closed', 'object', ''],
    ['both', 'object of string', ''],
    ['both.a', 'integer', 'at least 1, at most 5'],
  ]);
});

test('what a tool returns is shown, as a page and as markdown', () => {
  const outputSchema = schema(
    { price: { type: 'number', description: 'In euros' } },
    { required: ['price'] },
  );
  const catalogue = { ...CATALOGUE, tools: [{ ...CATALOGUE.tools[0]!, outputSchema }] };
  expect(catalogueMarkdown(catalogue)).toMatch(
    /\| result \| value \| always there \| description \|\n.*\n\| `price` \| number \| yes \| In euros \|/,
  );
  const { document } = parseHTML(catalogueHtml(catalogue));
  const table = [...document.querySelectorAll('table')].find((one) => one.textContent!.includes('Result'))!;
  expect(table.textContent).toMatch(/price\s+always\s+number\s+In euros/);
});

test('a schema that contains itself ends', () => {
  const node: JsonSchema = { $ref: '#' };
  expect(argumentRows(schema({ next: node })).length).toBeLessThan(10);
  expect(argumentRows({ $ref: '#' })).toEqual([]);
});
