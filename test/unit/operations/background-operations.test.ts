import { defineTool } from '../../../src/index';
import type { Session } from '../../../src/tool-context';
import { background } from '../../support/background';
import { left } from '../../support/collected';

// What a call leaves behind once it was answered.
const soon = defineTool({
  name: 'soon',
  description: 'Answers soon.',
  inputSchema: { type: 'object' },
  synchronous: false,
  run: async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return 'done';
  },
});

test.each([
  ['its result', 1_000],
  ['an id', 0],
])('nothing of a call that was answered with %s is held', async (_, inlineWaitMs) => {
  const { registry, engine } = background([soon], { inlineWaitMs });
  const callers: WeakRef<object>[] = [];
  const call = async (n: number): Promise<void> => {
    const session: Session = { id: `client ${n}` };
    callers.push(new WeakRef(session));
    const { signal } = new AbortController();
    await registry.call('soon', {}, { door: 'client', session, signal });
  };
  for (let n = 0; n < 20; n++) await call(n);
  for (let waited = 0; waited < 100 && (await engine.load()).running; waited++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  // The engine may still have the last one at hand.
  expect(await left(callers)).toBeLessThan(3);
  await engine.shutdown(0, 'end of the test');
});
