import { defineTool, type ToolContext } from '../../src/index';
import { legacyTest } from '../support/connect';
import { discover } from '../support/discovery';

test('O14 run is annotated exactly', async () => {
  const server = await discover([]);
  const { tools } = await server.client.listTools();
  expect(tools.find((tool) => tool.name === 'run')?.annotations).toEqual({
    title: 'Run code',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  });
  await server.close();
});

test('progress from inside reaches the client, always growing', async () => {
  const steps = defineTool({
    name: 'steps',
    description: 'Reports.',
    run: async (_args, context: ToolContext) => {
      for (const progress of [1, 2]) context.progress({ progress, total: 2, message: `part ${progress}` });
      return 'done';
    },
  });
  const reporting = await discover([steps]);
  const seen: unknown[] = [];
  await reporting.client.callTool(
    {
      name: 'run',
      arguments: {
        command: 'await tools.steps(); await tools.steps(); ot.progress({ progress: 9, message: "end" })',
      },
    },
    undefined,
    {
      onprogress: (update) => seen.push([update.progress, update.message]),
    },
  );
  expect(seen).toEqual([
    [1, 'steps: part 1'],
    [2, 'steps: part 2'],
    [3, 'steps: part 1'],
    [4, 'steps: part 2'],
    [5, 'end'],
  ]);
  await reporting.close();
});

legacyTest('what is printed inside reaches the client as log', async () => {
  const logging = await discover([], { connect: { clientLogLevel: 'info' } });
  const seen: unknown[] = [];
  logging.client.fallbackNotificationHandler = async ({ method, params }) => {
    if (method === 'notifications/message') seen.push([params?.['level'], params?.['data']]);
  };
  await logging.run('console.log("from inside"); console.error("bad")');
  expect(JSON.stringify(seen)).toMatch(/info[^]*from inside[^]*error[^]*bad/);
  await logging.close();
});

test('cancelling run cancels the tools it called', async () => {
  let started: (() => void) | undefined;
  const running = new Promise<void>((resolve) => (started = resolve));
  let cancelled: ((reason: unknown) => void) | undefined;
  const ended = new Promise<unknown>((resolve) => (cancelled = resolve));
  const waiting = defineTool({
    name: 'waiting',
    description: 'Waits.',
    run: (_args, { signal }: ToolContext) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          cancelled!(signal.reason);
          resolve('stopped');
        });
        started!();
      }),
  });
  const slow = await discover([waiting]);
  const abort = new AbortController();
  const call = slow.client.callTool(
    { name: 'run', arguments: { command: 'await tools.waiting()' } },
    undefined,
    { signal: abort.signal },
  );
  await running;
  abort.abort('enough');
  await expect(call).rejects.toThrow();
  expect(await ended).toBeDefined();
  await slow.close();
});
