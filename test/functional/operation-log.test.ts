import type { LoggingLevel } from '@modelcontextprotocol/sdk/types.js';
import { defineTool } from '../../src/index';
import type { ToolRegistry } from '../../src/registries/tool-registry';
import { background } from '../support/background';
import { connect, legacyTest, textOf } from '../support/connect';
import { needs } from '../support/needs';
import { TestRedis } from '../support/redis';
import { sharingApp } from '../support/shared-operations';

const chatter = defineTool({
  name: 'chatter',
  description: 'Says what it does.',
  inputSchema: { type: 'object', properties: {} },
  synchronous: false,
  run: (_args, { log, session }) => {
    log.debug('looking closely');
    log.info('half way', { step: 1 });
    log.warning('nearly there');
    session?.notify?.('notifications/message', { level: 'debug', logger: 'own', data: 'a word' });
    session?.notify?.('notifications/message', { level: 'error', logger: 'own', data: 'an alert' });
    return 'done';
  },
});

/** Calls the tool for a client of that level; returns what the client heard of it before it was told of the end. */
async function heardBy(registry: ToolRegistry, level?: LoggingLevel): Promise<unknown[]> {
  const heard: unknown[] = [];
  const { client, close } = await connect(registry);
  let ended = false;
  client.fallbackNotificationHandler = async ({ method, params }) => {
    if (method !== 'notifications/message') return;
    if (params?.['logger'] === 'operations') ended = true;
    else if (JSON.stringify(params).match(/close|half|nearly|word|alert/)) {
      expect(ended).toBe(false);
      heard.push(params?.['data']);
    }
  };
  if (level) await client.setLoggingLevel(level);
  const result = await client.callTool({ name: 'chatter', arguments: {} });
  expect(textOf(result)).toMatch(/^done|is running in the background/);
  const id = /op_[\w-]{22}/.exec(textOf(result))?.[0];
  if (id) await client.callTool({ name: 'await', arguments: { id, timeout_seconds: 20 } });
  await close();
  return heard;
}

function hearsItsLevel(registry: () => Promise<ToolRegistry>): void {
  legacyTest('a client that chose a level hears the log from there up', async () => {
    const info = [{ message: 'half way', step: 1 }, 'nearly there', 'an alert'];
    expect(await heardBy(await registry(), 'info')).toEqual(info);
    const all = ['looking closely', info[0], 'nearly there', 'a word', 'an alert'];
    expect(await heardBy(await registry(), 'debug')).toEqual(all);
    expect(await heardBy(await registry(), 'error')).toEqual(['an alert']);
  });

  legacyTest('a client that chose none hears what tools say to it, and nothing of the log', async () => {
    expect(await heardBy(await registry())).toEqual(['a word', 'an alert']);
  });
}

describe('what a tool says in the background', () => {
  hearsItsLevel(async () => background([chatter]).registry);
});

needs('redis').describe('what a tool says on a worker', () => {
  let redis: TestRedis;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => void (redis = await TestRedis.start()));
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  afterAll(() => redis.kill());

  hearsItsLevel(async () => {
    const [server, crew] = [
      await sharingApp(redis.address, [chatter]),
      await sharingApp(redis.address, [chatter]),
    ];
    closing.push(server.close, crew.close);
    crew.worker();
    return server.open.registry;
  });
});
