import { answerEngine, EngineBesideOthers } from '../../../src/operations/engine-beside-others';
import { MemoryEngine } from '../../../src/operations/memory-engine';
import type { Finished, Operation } from '../../../src/operations/operation';

const request = (tool: string) => ({ tool, args: {}, caller: { id: 'ada' } }) as never;
const done: Finished = { state: 'Completed', result: { content: [{ type: 'text', text: 'done' }] } };

/** Two engines, each of which may ask the other; what runs in them ends when the test says so. */
function pair() {
  const ends: Record<string, (finished: Finished) => void> = {};
  const engine = () => new MemoryEngine(({ tool }) => new Promise((resolve) => (ends[tool] = resolve)));
  const earlier = engine();
  const later = engine();
  let isGone = false;
  let lose: (values: unknown[]) => void = () => undefined;
  const gone = new Promise<unknown[]>((resolve) => (lose = resolve));
  const beside = new EngineBesideOthers(later, async (question) => {
    if (isGone) return [];
    // Everything crosses a process as JSON.
    const told = answerEngine(earlier, JSON.parse(JSON.stringify(question)) as never);
    return Promise.race([told.then((value) => JSON.parse(JSON.stringify([value])) as unknown[]), gone]);
  });
  const end = () => {
    isGone = true;
    lose([]);
  };
  return { earlier, later, beside, ends, end };
}

test('lists the operations of all engines, oldest first, by the same filters', async () => {
  const { earlier, beside } = pair();
  // Both within one millisecond.
  jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  const one = await earlier.start(request('build'));
  const two = await beside.start(request('check'));
  jest.restoreAllMocks();
  expect((await beside.list()).map(({ id }) => id)).toEqual([one.id, two.id]);
  expect((await beside.list({ tools: ['bu'] })).map(({ id }) => id)).toEqual([one.id]);
  expect(await beside.list({ caller: 'bob' })).toEqual([]);
  expect(await beside.get(one.id)).toMatchObject({ id: one.id, state: 'InProgress' });
  expect(await beside.get('op_none')).toBeUndefined();
});

test('waits for operations of all engines', async () => {
  const { earlier, beside, ends } = pair();
  const ids = [(await earlier.start(request('build'))).id, (await beside.start(request('check'))).id];
  const waited = beside.wait(ids, 60_000);
  ends['check']!(done);
  ends['build']!(done);
  expect(await waited).toMatchObject({ finished: [{ id: ids[0] }, { id: ids[1] }], unfinished: [] });
  expect(await earlier.get(ids[0]!)).toHaveProperty('firstWaitAt');
});

test('cancels an operation of another engine, and answers for it as for its own', async () => {
  const { earlier, beside } = pair();
  const { id } = await earlier.start(request('build'));
  expect(await beside.cancel(id, 'not needed')).toMatchObject({ state: 'InProgress' });
  expect(await earlier.get(id)).toMatchObject({ state: 'Cancelled', reason: 'not needed' });
  expect(await beside.cancel('op_none')).toBeUndefined();
});

test('whoever waits for an operation is told when the process that ran it is gone', async () => {
  const { earlier, beside, end } = pair();
  const { id } = await earlier.start(request('build'));
  const heard = new Promise<Operation>((resolve) => beside.follow(id, resolve));
  await beside.noteWait(id);
  end();
  expect(await heard).toMatchObject({
    state: 'Failed',
    result: { isError: true, content: [{ text: `${id} was lost: the process that ran it ended.` }] },
  });
});

test('its end is its own: it neither waits for nor cancels what others run', async () => {
  const { earlier, beside } = pair();
  const { id } = await earlier.start(request('build'));
  await beside.shutdown(60_000, 'the server is ending');
  expect(await earlier.get(id)).toMatchObject({ state: 'InProgress' });
});
