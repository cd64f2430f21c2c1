import { setTimeout as delay } from 'node:timers/promises';
import { defineTool, ToolResult, type ToolContext } from '../../../src/index';
import { ToolRegistry } from '../../../src/embed';
import type { Door } from '../../../src/tool-context';

const bare = { prefix: '' };

describe('a time limit longer than a timer can take', () => {
  const slow = (timeoutSeconds?: number) =>
    defineTool({
      name: 'slow',
      description: 'Takes a moment.',
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
      run: async () => {
        await delay(30);
        return 'done';
      },
    });

  test.each([
    ['a tool’s own', slow(5_000_000), {}, {}],
    ['its caller’s', slow(), {}, { timeoutSeconds: 5_000_000 }],
    ['the registry’s', slow(), { defaultTimeoutSeconds: 5_000_000 }, {}],
  ])('%s ends nothing early', async (_, tool, options, call) => {
    const registry = new ToolRegistry(tool, { ...bare, ...options });
    const { result } = await registry.call('slow', {}, { door: 'client', ...call });
    expect(result).toEqual(ToolResult.text('done'));
  });
});

test('what a tool reports after its call was cancelled reaches nobody', async () => {
  const controller = new AbortController();
  const heard: unknown[] = [];
  let goOn = (): void => undefined;
  let over = Promise.resolve();
  const stubborn = defineTool({
    name: 'stubborn',
    description: 'Goes on whatever happens.',
    run: (_args, context) =>
      (over = (async () => {
        context.progress({ progress: 1 });
        context.soFar(ToolResult.text('half'));
        await new Promise<void>((resolve) => (goOn = resolve));
        context.progress({ progress: 2 });
        context.soFar(ToolResult.text('whole'));
      })()),
  });
  const call = new ToolRegistry(stubborn, bare).call(
    'stubborn',
    {},
    {
      door: 'client',
      signal: controller.signal,
      progress: ({ progress }) => heard.push(progress),
      soFar: (result) => heard.push(result),
    },
  );
  await Promise.resolve();
  controller.abort();
  expect((await call).isError).toBe(true);
  goOn();
  await over;
  expect(heard).toEqual([1, ToolResult.text('half')]);
});

test.each<[Door, Door]>([
  ['client', 'tool'],
  ['shell', 'shell'],
  ['sequence', 'sequence'],
  ['operation', 'operation'],
  ['prompt', 'prompt'],
])('a tool that is called through the door "%s" calls others through "%s"', async (outside, inside) => {
  const doors: Door[] = [];
  const note = (context: ToolContext) => void doors.push(context.door);
  const registry = new ToolRegistry(
    [
      defineTool({ name: 'inner', description: 'I.', run: (_args, context) => note(context) }),
      defineTool({
        name: 'outer',
        description: 'O.',
        run: async (_args, context) => {
          note(context);
          await context.call('inner');
        },
      }),
    ],
    bare,
  );
  await registry.call('outer', {}, { door: outside });
  expect(doors).toEqual([outside, inside]);
});
