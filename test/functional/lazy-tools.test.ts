import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ObjectSchema } from '../../src/base/json-schema';
import written from '../../src/generated/manifest.json';
import {
  Arg,
  Explicit,
  lazyTools,
  readManifest,
  Tool,
  ToolArguments,
  type Manifest,
  type ToolClass,
} from '../../src/index';
import { Logger, type LogSink } from '../../src/logger';
import { ToolRegistry } from '../../src/embed';
import { manifestText } from '../../src/tool/manifest-text';
import { connect } from '../support/connect';
import { temporaryDirectory } from '../support/temporary-directory';

const entry = written.tools.find((tool) => tool.name === 'echo')!;
const inputSchema = entry.inputSchema as unknown as ObjectSchema;
const manifest = { tools: [entry], types: written.types } as unknown as Manifest;

test('tools of a manifest are listed without being loaded, and loaded once when called', async () => {
  let loads = 0;
  const load = async (): Promise<ToolClass> => {
    loads++;
    return (await import('../../src/tools/echo.js')).Echo;
  };
  const registry = new ToolRegistry(lazyTools(manifest, { echo: load }), { manifest, prefix: '' });
  const { client, close } = await connect(registry);
  const { tools } = await client.listTools();
  expect(tools).toMatchObject([{ name: 'echo', inputSchema }]);
  expect(loads).toBe(0);
  for (const message of ['one', 'two']) {
    const { content } = await client.callTool({ name: 'echo', arguments: { message } });
    expect(JSON.stringify(content)).toContain(message);
  }
  expect(loads).toBe(1);
  await close();
});

test('a tool without a way to load it, and a way without its tool, are refused by name', () => {
  const load = async (): Promise<never> => Promise.reject(new Error('not to be loaded'));
  expect(() => lazyTools(manifest, {})).toThrow(/no loader for echo.*\.Echo/);
  expect(() => lazyTools(manifest, { echo: load, ecko: load })).toThrow(/loads ecko.*toolwright generate/);
  expect(() => lazyTools({ tools: [{ ...entry, name: 'constructor' }], types: {} }, {})).toThrow(
    /constructor/,
  );
});

test('one function can load every class, and is asked only for the tool that is called', async () => {
  const more = written.tools.find((tool) => tool.name === 'system_info')!;
  const asked: string[] = [];
  const registry = new ToolRegistry(
    lazyTools({ tools: [entry, more], types: written.types }, async ({ name, className }) => {
      asked.push(`${name} ${className}`);
      return (await import('../../src/tools/echo.js')).Echo;
    }),
  );
  expect(registry.list().map(({ name }) => name)).toEqual(['echo', 'system_info']);
  await registry.call('echo', { message: 'one' });
  await registry.call('echo', { message: 'two' });
  expect(asked).toEqual(['echo Echo']);
});

test.each([
  ['a table', { echo: async () => undefined as unknown as ToolClass }],
  ['a function', async () => undefined as unknown as ToolClass],
])('%s that loads no class is an error that names the tool and its class', async (_, loaders) => {
  const registry = new ToolRegistry(lazyTools(manifest, loaders));
  await expect(registry.verify()).rejects.toThrow(
    'lazyTools: loads undefined for echo instead of a class. Return Echo from its module.',
  );
  const { isError } = await registry.call('echo', { message: 'one' });
  expect(isError).toBe(true);
});

describe('a manifest that is read from its file', () => {
  const directory = temporaryDirectory('manifest');

  function fileOf(text: string): string {
    const file = join(directory, `${randomUUID()}.json`);
    writeFileSync(file, text);
    return file;
  }

  test.each([
    ['ASCII', 'Say it back.'],
    ['other letters', 'Grüße — 日本語 😀.'],
  ])('is what generate wrote, in %s', (_, summary) => {
    const tools = [
      { name: 'say', className: 'Say', summary, inputSchema: { type: 'object' as const, properties: {} } },
    ];
    const file = fileOf(manifestText({ tools, types: {} }));
    const expected = {
      tools: [{ ...tools[0], inputSchema: '{"type":"object","properties":{}}' }],
      types: {},
    };
    expect(readManifest(file)).toEqual(expected);
    expect(readManifest(pathToFileURL(file))).toEqual(expected);
  });

  test.each([
    ['no JSON', '{"tools":['],
    ['no manifest', '{"tools":{}}'],
    ['a list', '[]'],
  ])('is refused with its name where it holds %s', (_, text) => {
    const file = fileOf(text);
    expect(() => readManifest(file)).toThrow(`finds no manifest in ${file}. Write it with`);
  });

  test('is refused with the cure where it is missing, or looked for in whatever directory a client starts in', () => {
    const missing = join(directory, 'none.json');
    expect(() => readManifest(missing)).toThrow(/can't read .*none\.json: ENOENT.*toolwright generate --out/);
    expect(() => readManifest('manifest.json')).toThrow(/relative path.*import\.meta\.url.*__dirname/);
  });
});

describe('a manifest that its class no longer matches', () => {
  const outdated = {
    ...entry,
    summary: 'Echo, as it was.',
    inputSchema: { ...inputSchema, properties: {}, required: [] },
  };
  const stale = { tools: [outdated], types: {} } as unknown as Manifest;
  const load = async (): Promise<ToolClass> => (await import('../../src/tools/echo.js')).Echo;

  test('is noticed on the first call: the log names the class, and what the class says is listed', async () => {
    const warnings: string[] = [];
    const sink: LogSink = {
      wants: () => true,
      write: ({ level, message }) => void (level === 'warning' && warnings.push(message)),
    };
    const log = new Logger('test', [sink]);
    const registry = new ToolRegistry(lazyTools(stale, { echo: load }), { log });
    const { client, close } = await connect(registry);
    const changed = new Promise<void>((resolve) =>
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
    );
    expect((await client.listTools()).tools[0]!.description).toContain('as it was');
    expect(warnings).toEqual([]);
    // The class decides what is valid, whatever was listed.
    const wrong = await client.callTool({ name: 'echo', arguments: { message: 5 } });
    expect(wrong.isError).toBe(true);
    const { content } = await client.callTool({ name: 'echo', arguments: { message: 'hi' } });
    expect(JSON.stringify(content)).toContain('hi');
    expect(warnings).toEqual([
      'class Echo: does not match its manifest entry, echo. Run `toolwright generate` again.',
    ]);
    await changed;
    const [listed] = (await client.listTools()).tools;
    expect(listed).toMatchObject({ inputSchema });
    expect(listed!.description).not.toContain('as it was');
    await close();
  });

  test('says nothing where it matches', async () => {
    const log = new Logger('test', [{ wants: () => true, write: ({ message }) => said.push(message) }]);
    const said: string[] = [];
    const registry = new ToolRegistry(lazyTools(manifest, { echo: load }), { log, manifest });
    await registry.call('echo', { message: 'hi' });
    expect(said.filter((message) => message.includes('manifest'))).toEqual([]);
  });

  test('never hides that a call needs consent, or what the policy judges', async () => {
    class RemoveArgs extends ToolArguments {
      @Arg({ description: 'What to remove', type: 'string', access: 'write' })
      path!: string;

      @Explicit('REMOVE')
      confirm!: 'REMOVE';
    }
    @Tool({ args: RemoveArgs, description: 'Remove a file.', name: 'remove', timeoutSeconds: 5 })
    class Remove {
      run(): string {
        return 'removed';
      }
    }
    const inputSchema = { type: 'object', properties: { path: { type: 'string' } } };
    const before = { name: 'remove', className: 'Remove', summary: 'Remove a file.', inputSchema };
    const registry = new ToolRegistry(
      lazyTools({ tools: [before], types: {} }, { remove: async () => Remove as ToolClass }),
    );
    const tool = registry.get('remove')!;
    expect(tool.explicit).toBeUndefined();
    expect((await registry.call('remove', { path: 'a' })).isError).toBe(true);
    expect(tool.explicit).toEqual({ field: 'confirm', literal: 'REMOVE' });
    expect(tool.accesses).toMatchObject([{ field: 'path', kind: 'write' }]);
    expect(tool.timeoutSeconds).toBe(5);
  });
});
