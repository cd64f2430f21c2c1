import { withoutHiddenArguments } from '../../../src/inspect/page/without-hidden-arguments';
import { Inspector } from '../../../src/inspect/inspector';
import { LiveCall } from '../../../src/inspect/inspected-call';
import type { Subject } from '../../../src/inspect/subject';
import type { CallRecord, PageEvent } from '../../../src/inspect/inspect-wire';
import type { Peer, PeerCall } from '../../../src/client/peer';

const facts = { id: 1, tool: 'plan', args: { city: 'Oslo' }, at: 0 };
const size = { bytes: 4, tokens: 1 };
const answer = (text: string) => ({ content: [{ type: 'text' as const, text }] });

test('of very many inner calls the first five hundred are kept, and the end of the others is no mistake', () => {
  let changes = 0;
  const call = new LiveCall(facts, () => changes++);
  const outer = call.begin('plan', undefined);
  const spans = Array.from({ length: 600 }, () => call.begin('inner', outer));
  expect(call.record.spans).toHaveLength(500);
  expect(new Set(spans.slice(0, 499)).size).toBe(499);
  expect(new Set(spans.slice(499))).toEqual(new Set([-1]));
  for (const span of spans) call.end(span, true);
  call.end(outer, false);
  expect(call.record.spans.filter(({ failed }) => failed)).toHaveLength(499);
  expect(call.record.spans[0]).toMatchObject({ name: 'plan', took: expect.any(Number) as number });
  expect(changes).toBeGreaterThan(600);
});

test('a question beyond the limit of spans is still put and answered', async () => {
  const call = new LiveCall(facts, () => undefined);
  for (let n = 0; n < 500; n++) call.begin('inner', undefined);
  const asked = call.ask({ message: 'Which?' });
  expect(call.record.question).toEqual({ number: 1, message: 'Which?' });
  expect(call.answer(1, { action: 'accept', content: { name: 'Ada' } })).toBe(true);
  expect(await asked).toEqual({ action: 'accept', content: { name: 'Ada' } });
  expect(call.record.spans.some(({ failed }) => failed)).toBe(false);
  expect(call.answer(1, { action: 'decline' })).toBe(false);
});

test('a call that ends takes its progress back, and ends what still runs within it', () => {
  const call = new LiveCall(facts, () => undefined);
  call.begin('inner', undefined);
  call.progress({ progress: 1, total: 2 });
  expect(call.record).toMatchObject({ state: 'running', progress: { progress: 1 } });
  call.answered(answer('done'), size);
  expect(call.record).toMatchObject({ state: 'done', cost: size });
  expect(call.record.progress).toBeUndefined();
  expect(call.record.spans[0]!.took).toEqual(expect.any(Number));
});

test('what is forgotten is the answer alone, and the record says so', () => {
  const call = new LiveCall(facts, () => undefined);
  call.answered(answer('a long answer'), size);
  call.forget();
  const { result, problem, ...rest } = call.record;
  expect(result).toBeUndefined();
  expect(problem).toMatch(/dropped to make room.*Replay the call/);
  expect(rest).toMatchObject({ ...facts, state: 'done', cost: size, took: expect.any(Number) as number });
});

// A server whose answers are as long as is asked for.
function inspector(): { inspector: Inspector; calls: () => readonly CallRecord[] } {
  const peer = {
    call: (_: string, { bytes }: Record<string, unknown>) =>
      Promise.resolve(answer('x'.repeat(Number(bytes)))),
  } as unknown as Peer;
  const subject: Subject = {
    facts: { name: 'long', from: 'here', isApp: false },
    peer,
    cost: () => Promise.reject(new Error('not asked for')),
    close: () => Promise.resolve(),
  };
  const made = new Inspector(subject, () => size);
  const calls = (): readonly CallRecord[] => {
    let found: readonly CallRecord[] = [];
    const leave = made.feed.subscribe(
      (event: PageEvent) => (found = event.kind === 'hello' ? event.calls : found),
    );
    leave();
    return found;
  };
  return { inspector: made, calls };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('answers of more than 32 MB together are forgotten, the oldest first', async () => {
  const { inspector: made, calls } = inspector();
  for (let n = 0; n < 4; n++) {
    made.begin('long', { bytes: 10 * 1024 * 1024 });
    await settled();
  }
  expect(calls().map(({ id, result }) => [id, result !== undefined])).toEqual([
    [1, false],
    [2, true],
    [3, true],
    [4, true],
  ]);
  await expect(made.saved([1], 'jest')).rejects.toThrow(/without an answer can’t be saved/);
  await made.close();
});

test('of many calls the last hundred are kept', async () => {
  const { inspector: made, calls } = inspector();
  for (let n = 0; n < 105; n++) {
    made.begin('long', { bytes: 1 });
    await settled();
  }
  expect(calls().map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, n) => n + 6));
  expect(() => made.cancel(5)).toThrow('There is no call 5.');
  await made.close();
});

describe('secrets in the history', () => {
  const object = (properties: object) =>
    ({ type: 'object', properties, additionalProperties: false }) as const;
  const unlock = {
    name: 'unlock',
    description: 'Unlock.',
    inputSchema: object({ door: { type: 'string' }, code: { type: 'string' } }),
    secrets: ['code'],
  };

  async function opened() {
    const given: unknown[] = [];
    const peer = {
      tools: () => Promise.resolve([unlock]),
      prompts: () => Promise.resolve([]),
      resources: () => Promise.resolve([]),
      instructions: () => undefined,
      call: (_: string, args: unknown) => {
        given.push(args);
        return Promise.resolve(answer('open'));
      },
    } as unknown as Peer;
    const subject = {
      facts: { name: 'doors', from: 'here', isApp: false },
      peer,
      cost: () => Promise.resolve({ tools: new Map(), total: size }),
      close: () => Promise.resolve(),
    } as unknown as Subject;
    const made = new Inspector(subject, () => size);
    await made.catalogue();
    const shown = (): readonly CallRecord[] => {
      let found: readonly CallRecord[] = [];
      const leave = made.feed.subscribe((event) => void (event.kind === 'hello' && (found = event.calls)));
      leave();
      return found;
    };
    return { made, given, shown };
  }

  test('are hidden from the page, and a replay makes the call with them', async () => {
    const { made, given, shown } = await opened();
    const args = { door: 'front', code: 'hunter2' };
    const first = made.begin('unlock', args);
    await settled();
    const again = made.replay(first);
    await settled();
    expect(given).toEqual([args, args]);
    expect(shown().map(({ id, args: seen, hidesSecrets }) => [id, seen, hidesSecrets])).toEqual([
      [first, { door: 'front', code: '•••' }, true],
      [again, { door: 'front', code: '•••' }, true],
    ]);
    expect((await made.saved([first], 'jest')).text).not.toContain('hunter2');
    await made.close();
  });

  test('are hidden in what was answered, which a saved test answers again', async () => {
    const peer = {
      tools: () => Promise.resolve([unlock]),
      prompts: () => Promise.resolve([]),
      resources: () => Promise.resolve([]),
      instructions: () => undefined,
      call: async (_: string, __: unknown, { ask }: PeerCall) => {
        const said = await ask!({ message: 'Who?', schema: object({ name: {}, password: {} }) });
        return answer(said.action);
      },
    } as unknown as Peer;
    const made = new Inspector(
      {
        facts: { name: 'doors', from: 'here', isApp: true },
        peer,
        cost: () => Promise.resolve({ tools: new Map(), total: size }),
        testedModule: './app.js',
        close: () => Promise.resolve(),
      } as unknown as Subject,
      () => size,
    );
    for (const content of [{ name: 'Ada' }, { name: 'Ada', password: 'hunter2' }]) {
      const id = made.begin('unlock', { door: 'front' });
      await settled();
      made.answer({ id, number: 1, action: 'accept', content });
      await settled();
    }
    expect((await made.saved([1], 'jest')).text).toMatch(/\n {4}\{"name":"Ada"\}, \/\/ Who\?\n/);
    const { text } = await made.saved([2], 'jest');
    expect(text).toMatch(/test\.skip[^]*"password":"•••"/);
    expect(text).not.toContain('hunter2');
    await made.close();
  });

  test('a call without one is shown as it was made', async () => {
    const { made, shown } = await opened();
    made.begin('unlock', { door: 'front' });
    await settled();
    expect(shown()).toMatchObject([{ args: { door: 'front' } }]);
    expect(shown()[0]).not.toHaveProperty('hidesSecrets');
    await made.close();
  });

  test('of a tool that is not listed nothing is shown', async () => {
    const { made, shown } = await opened();
    made.begin('other', { code: 'hunter2' });
    await settled();
    expect(shown()).toMatchObject([{ tool: 'other', args: { code: '•••' }, hidesSecrets: true }]);
    await made.close();
  });

  test('what stands hidden is left out of the form', () => {
    expect(
      withoutHiddenArguments({ door: 'a', code: '•••', all: [{ code: '•••', door: 'b' }, '•••'], n: null }),
    ).toEqual({
      door: 'a',
      all: [{ door: 'b' }],
      n: null,
    });
  });
});
