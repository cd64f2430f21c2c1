import ts from 'typescript';
import type { ObjectSchema } from '../../../src/base/json-schema';
import manifest from '../../../src/generated/manifest.json';
import { signatureOf } from '../../../src/tool/signature';

const sign = (name: string, inputSchema: ObjectSchema, outputSchema?: ObjectSchema): string =>
  signatureOf(name, { inputSchema, ...(outputSchema && { outputSchema }) });

test.each<[ObjectSchema, string]>([
  [{ type: 'object', properties: {} }, 'f(): Promise<unknown>'],
  [
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    'f(args: { a: string }): Promise<unknown>',
  ],
  [{ type: 'object', properties: { a: { type: 'integer' } } }, 'f(args?: { a?: number }): Promise<unknown>'],
  [
    { type: 'object', properties: { a: { enum: ['x', 1, true] } } },
    'f(args?: { a?: "x" | 1 | true }): Promise<unknown>',
  ],
  [
    { type: 'object', properties: { a: { const: 'GO' } }, required: ['a'] },
    'f(args: { a: "GO" }): Promise<unknown>',
  ],
  [
    { type: 'object', properties: { a: { type: 'array', items: { enum: ['x', 'y'] } } } },
    'f(args?: { a?: ("x" | "y")[] }): Promise<unknown>',
  ],
  [
    {
      type: 'object',
      properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'b-c': { type: 'boolean' } },
    },
    'f(args?: { a?: string | null; "b-c"?: boolean }): Promise<unknown>',
  ],
  [
    {
      type: 'object',
      properties: {
        a: { type: 'object', additionalProperties: { type: 'number' } },
        b: { type: 'object', properties: { c: {} } },
      },
    },
    'f(args?: { a?: Record<string, number>; b?: { c?: unknown } }): Promise<unknown>',
  ],
])('%j is %s', (schema, expected) => {
  expect(sign('f', schema)).toBe(expected);
});

test('what a tool returns comes from its output schema', () => {
  expect(
    sign(
      'f',
      { type: 'object', properties: {} },
      { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    ),
  ).toBe('f(): Promise<{ n: number }>');
});

test('every built-in tool has a signature that TypeScript reads', () => {
  const source = manifest.tools
    .map((tool) => `declare function ${sign(tool.name, tool.inputSchema as unknown as ObjectSchema)};`)
    .join('\n');
  const { parseDiagnostics } = ts.createSourceFile(
    'tools.d.ts',
    source,
    ts.ScriptTarget.ES2022,
  ) as unknown as {
    parseDiagnostics: unknown[];
  };
  expect(manifest.tools.length).toBeGreaterThan(5);
  expect(parseDiagnostics).toEqual([]);
});
