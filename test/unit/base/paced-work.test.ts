import { Pace } from '../../../src/base/paced-work';

let now = 0;
beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => now));
afterEach(() => jest.restoreAllMocks());

test('others run when a turn is over, and the work goes on after them', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('other'));
  const pace = new Pace();
  now += 3;
  await pace.yieldIfDue();
  order.push('work');
  expect(order).toEqual(['other', 'work']);
  expect(pace.isDue).toBe(false);
});

test('a turn that is not over is not interrupted', async () => {
  let turned = false;
  setImmediate(() => (turned = true));
  const pace = new Pace();
  now += 2;
  await pace.yieldIfDue();
  expect(turned).toBe(false);
});

test('those that wait for their turn share it with whoever works', async () => {
  const pace = new Pace();
  now += 2;
  expect(pace.isDue).toBe(false);
  const waiting = new Pace().nextTurn();
  expect(pace.isDue).toBe(true);
  await waiting;
  expect(pace.isDue).toBe(false);
});

test('the time of one reply ends', () => {
  const pace = new Pace(10);
  now += 10;
  expect(pace.spent).toBe(false);
  now += 1;
  expect(pace.spent).toBe(true);
});

test('a cancelled call ends at its next turn', async () => {
  const controller = new AbortController();
  const pace = new Pace(Infinity, controller.signal);
  controller.abort();
  await expect(pace.nextTurn()).rejects.toMatchObject({ name: 'AbortError' });
});
