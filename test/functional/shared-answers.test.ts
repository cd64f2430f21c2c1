import { defineTool } from '../../src/index';
import type { Session } from '../../src/tool-context';
import { needs } from '../support/needs';
import { TestRedis } from '../support/redis';
import { caller, sharingApp, type SharingApp } from '../support/shared-operations';

const WORDS = Array.from({ length: 20_000 }, (_, index) => `word ${index}`).join('\n');
const schema = { type: 'object', properties: {} } as const;
const tools = [
  defineTool({ name: 'report', description: 'A long report.', inputSchema: schema, run: () => WORDS }),
  defineTool({
    name: 'late_report',
    description: 'A long report, later.',
    inputSchema: schema,
    synchronous: false,
    run: () => WORDS,
  }),
];

needs('redis').describe('kept answers of servers that share a Redis', () => {
  let redis: TestRedis;
  const apps: SharingApp[] = [];
  beforeAll(async () => (redis = await TestRedis.start()));
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
  });
  afterAll(() => redis.kill());

  const open = async (settings?: Record<string, string>): Promise<SharingApp> => {
    const app = await sharingApp(redis.address, tools, settings);
    apps.push(app);
    return app;
  };
  const sent = async (app: SharingApp, tool: string, args: object, session: Session): Promise<string> => {
    const { wire } = await app.open.registry.call(tool, { ...args }, { door: 'client', session });
    return wire!.content.map((block) => ('text' in block ? block.text : '')).join('\n');
  };
  const handleIn = (text: string): string => /"handle":"(\w+)"/.exec(text)![1]!;
  const last = { start_line: 20_000, line_count: 1 };

  test('are read through any of them by their caller, and by nobody else', async () => {
    const [one, other] = [await open(), await open()];
    const handle = handleIn(await sent(one, 'report', {}, caller('ada')));
    expect(await sent(other, 'read_result', { handle, ...last }, caller('ada'))).toMatch(/^word 19999\n/);
    expect(await sent(other, 'read_result', { handle }, caller('bob'))).toContain('There is no kept answer');
  });

  test('outlive the server that gave them', async () => {
    const [one, other] = [await open(), await open()];
    const handle = handleIn(await sent(one, 'report', {}, caller('ada')));
    await one.close();
    expect(await sent(other, 'read_result', { handle, ...last }, caller('ada'))).toMatch(/^word 19999\n/);
  });

  test('of operations and tasks are shared too', async () => {
    const [one, other, crew] = [await open(), await open(), await open()];
    crew.worker();
    const { operation_id: id } = await one.call('late_report', {});
    const waited = await sent(one, 'await', { id, timeout_seconds: 20 }, caller('ada'));
    const task = await one.tasks.find(caller('ada'), String(id));
    const inTask = task!.outcome!.wire!.content.map((block) => ('text' in block ? block.text : '')).join('');
    for (const handle of [handleIn(waited), handleIn(inTask)])
      expect(await sent(other, 'read_result', { handle, search: 'word 19999' }, caller('ada'))).toContain(
        'word 19999',
      );
  });

  test('of a connection without a principal are read through its own server', async () => {
    const [one, other] = [await open(), await open()];
    const session = { id: 'session-1' };
    const handle = handleIn(await sent(one, 'report', {}, session));
    expect(await sent(one, 'read_result', { handle, ...last }, session)).toMatch(/^word 19999\n/);
    expect(await sent(other, 'read_result', { handle }, session)).toContain('There is no kept answer');
  });

  test('are given and read while Redis is away, by the server that has them', async () => {
    const [one, other] = [await open(), await open()];
    const before = handleIn(await sent(one, 'report', {}, caller('ada')));
    await redis.kill();
    const handle = handleIn(await sent(one, 'report', {}, caller('bob')));
    expect(await sent(one, 'read_result', { handle, ...last }, caller('bob'))).toMatch(/^word 19999\n/);
    expect(await sent(other, 'read_result', { handle: before }, caller('ada'))).toMatch(
      /can't be reached at the moment: try again/,
    );
    await redis.begin();
  });
});
