import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema } from '../../src/base/json-schema';
import { ServerProcess } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';
import { exampleArguments, SHIPPED } from '../support/tool-examples';

// Every text that a caller can send to any tool or definition is filled with what makes bad matchers and parsers hang. A ping is
// answered meanwhile; a server that doesn't answer it is killed, which fails the test.
const PATIENCE_MS = 30_000;
const HOSTILE = [
  '(a?){900}[bc]',
  '(a?){30}a{30}',
  '(a+)+$',
  '((a*)*)*b',
  '(a|a)*b',
  '(?=(a+))+x',
  `${'*a'.repeat(60)}b`,
  `${'**/'.repeat(400)}x`,
  '{a,b}'.repeat(25),
  `${'{a,'.repeat(200)}b${'}'.repeat(200)}`,
  '['.repeat(20_000),
  '('.repeat(20_000),
  'a/'.repeat(20_000),
  '../'.repeat(20_000),
  '+a,'.repeat(20_000),
  '.a[0]'.repeat(20_000),
  '$..*'.repeat(2_000),
  '{{a}}{{#if'.repeat(10_000),
  '%'.repeat(50_000),
  '\\'.repeat(50_001),
  `${'a'.repeat(50_000)}!`,
  `${' '.repeat(50_000)}x`,
  '"\''.repeat(20_000),
  'é\u0301\u200d'.repeat(10_000),
  '[[]'.repeat(10_000),
  '-'.repeat(50_000),
];
// Code and a model may take their time with any text.
const RUNS_ANYTHING = new Set(['run', 'claude_conversation']);

interface Listed {
  readonly name: string;
  readonly inputSchema: JsonSchema;
}

// Every place for a text in the arguments, with a function that puts one there.
interface Place {
  readonly field: string;
  readonly put: (text: string) => unknown;
}
function places(schema: JsonSchema): Place[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, property]): Place[] => {
    const { type, items, enum: closed } = property;
    if (closed || property.const !== undefined) return [];
    if (type === 'string' || type === undefined) return [{ field, put: (text: string) => text }];
    if (type !== 'array') return [];
    const inner = (items ?? { type: 'string' }) as JsonSchema;
    return inner.type === 'string' && !inner.enum ? [{ field, put: (text: string) => [text, text] }] : [];
  });
}

function switches({ properties = {} }: JsonSchema): Record<string, true> {
  const found = Object.keys(properties).filter((key) => properties[key]?.type === 'boolean');
  return Object.fromEntries(found.map((key) => [key, true as const]));
}

async function listed(server: ServerProcess): Promise<Listed[]> {
  const tools: Listed[] = [];
  let cursor: unknown;
  do {
    const { result } = await server.request('tools/list', cursor === undefined ? {} : { cursor });
    tools.push(...(result!['tools'] as Listed[]));
    cursor = result!['nextCursor'];
  } while (cursor !== undefined);
  return tools;
}

async function withWatchdog<T>(server: ServerProcess, what: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => server.child.kill('SIGKILL'), PATIENCE_MS);
  try {
    return await work;
  } catch (error) {
    throw new Error(`${what} kept the server from answering`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function prepare(config: string): string {
  const root = temporaryDirectory('tw-hostile');
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'toolwright.yaml'), config);
  writeFileSync(join(root, 'long.txt'), `${'a'.repeat(300_000)}\n`);
  for (let i = 0; i < 30; i++)
    writeFileSync(join(root, 'docs', `${'a'.repeat(150)}${i}.md`), `${'a'.repeat(500)}\n`);
  return root;
}

test.each([
  ['every tool', 'prefix: ""\nsandbox: off\n', 40],
  [
    'every definition',
    `prefix: ""\nsandbox: off\nread_only: true\npacks: []\ndefinitions: { enable: [${SHIPPED.join(', ')}] }\n`,
    100,
  ],
])(
  '%s answers others whatever its arguments hold',
  async (_, config, least) => {
    const root = prepare(config);
    const server = new ServerProcess(
      ['--config', join(root, 'toolwright.yaml'), '--docroot', join(root, 'docs')],
      {
        cwd: root,
        env: { HOME: root, MCP_TOOL_PREFIX: '' },
      },
    );
    await server.initialize();
    let tried = 0;
    for (const { name, inputSchema } of await listed(server)) {
      // With every switch on, so that a text is also tried as an expression.
      const example = { ...switches(inputSchema), ...(exampleArguments(inputSchema) as object) };
      for (const { field, put } of RUNS_ANYTHING.has(name) ? [] : places(inputSchema)) {
        tried++;
        const calls = HOSTILE.map((text) => server.call(name, { ...example, [field]: put(text) }));
        await withWatchdog(server, `${name}.${field}`, server.request('ping'));
        await withWatchdog(server, `${name}.${field}`, Promise.all(calls));
      }
    }
    expect(tried).toBeGreaterThan(least);
    expect(await server.end()).toEqual({ code: 0, signal: null });
  },
  600_000,
);
