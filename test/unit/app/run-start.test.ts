import type { App, AppContext } from '../../../src/app/app';
import { runStart } from '../../../src/app/run-start';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function starting(start: () => unknown, clientGone?: () => boolean) {
  const warned: string[] = [];
  const app = { name: 'notes', options: { start } } as unknown as App;
  const context = { log: { warning: (text: string) => void warned.push(text) } } as unknown as AppContext;
  let ended: unknown;
  const over = runStart(app, context, clientGone).then(
    () => (ended = 'started'),
    (error: unknown) => (ended = (error as Error).message),
  );
  return { warned, over, ended: () => ended };
}

const never = () => new Promise(() => undefined);

test('a start hook that takes long is named in the log, and waited for while the client is there', async () => {
  let settle!: () => void;
  const { warned, over, ended } = starting(
    () => new Promise<void>((resolve) => (settle = resolve)),
    () => false,
  );
  await jest.advanceTimersByTimeAsync(9_999);
  expect(warned).toEqual([]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(warned).toEqual([expect.stringContaining("`start` of the app 'notes' has not settled after 10 s")]);
  expect(ended()).toBeUndefined();
  settle();
  await over;
  expect(ended()).toBe('started');
});

test('one that never settles is given up ten seconds after the client has gone', async () => {
  let gone = false;
  const { ended } = starting(never, () => gone);
  await jest.advanceTimersByTimeAsync(30_000);
  gone = true;
  await jest.advanceTimersByTimeAsync(9_000);
  expect(ended()).toBeUndefined();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(ended()).toMatch(/`start` has not settled 10 s after the client closed stdin/);
});

test('where no client can go, as over HTTP, it is waited for', async () => {
  const { ended } = starting(never);
  await jest.advanceTimersByTimeAsync(120_000);
  expect(ended()).toBeUndefined();
});

test('one that throws is worded with its name, whether at once or later', async () => {
  const thrown = starting(() => {
    throw new Error('no disk');
  });
  await thrown.over;
  const rejected = starting(() => Promise.reject(new Error('no disk')));
  await rejected.over;
  for (const { ended } of [thrown, rejected]) expect(ended()).toMatch(/`start`.*threw: no disk/);
});
