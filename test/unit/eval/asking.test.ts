import { Budget } from '../../../src/eval/budget';
import { HttpChannel } from '../../../src/eval/http-channel';
import { EvalModel } from '../../support/eval-model';

let model: EvalModel;
beforeEach(async () => void (model = await EvalModel.start()));
afterEach(() => model.stop());

const BODY = { messages: [{ role: 'user', content: 'hello' }], tools: [] };
const channel = (slept: number[], retries = 4): HttpChannel =>
  new HttpChannel({
    url: new URL(`${model.url}/v1/chat/completions`),
    headers: {},
    key: 'secret-key-1',
    timeoutMs: 60_000,
    retries,
    sleep: (ms) => Promise.resolve(void slept.push(ms)),
  });

test('a server is given the time that it asks for, else longer each time', async () => {
  const slept: number[] = [];
  model.deed = ({ before }) =>
    before === 0
      ? { status: 429, headers: { 'retry-after': '7' } }
      : before < 3
        ? { status: 500 }
        : { says: 'well' };
  expect(await channel(slept).send(BODY)).toMatchObject({ ok: true });
  expect(slept).toEqual([7_000, 2_000, 4_000]);
});

test('an error that does not pass is not asked again', async () => {
  const slept: number[] = [];
  model.deed = () => ({ status: 404, body: { error: { message: 'no model secret-key-1' } } });
  expect(await channel(slept).send(BODY)).toEqual({
    ok: false,
    problem: 'HTTP 404: no model [api_key]',
    unsure: false,
  });
  expect(slept).toEqual([]);
  expect(model.asked).toHaveLength(1);
});

test('a server that can’t be reached is tried again, then named as what it is', async () => {
  const slept: number[] = [];
  await model.stop();
  expect(await channel(slept, 1).send(BODY)).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/ECONNREFUSED.* \(after 2 attempts\)$/) as string,
  });
  expect(slept).toEqual([1_000]);
});

test('a request that does not fit waits for others to end, and is given up when none can make room', async () => {
  const budget = new Budget({ tokens: 100 });
  const most = { input: 50, output: 10 };
  expect(await budget.reserve(most)).toBe(true);
  const second = budget.reserve(most);
  budget.settle(most, { input: 20, output: 5 });
  expect(await second).toBe(true);
  const third = budget.reserve(most);
  budget.settle(most, { input: 40, output: 10 });
  expect(await third).toBe(false);
  expect(budget.stopped).toBe(true);
  expect(budget.spent).toEqual({ input: 60, output: 15 });
  expect(await budget.reserve({ input: 1, output: 1 })).toBe(false);
});

test('a limit of money counts both prices', async () => {
  const limits = { money: 1, prices: { input: 1, output: 10 } };
  expect(await new Budget(limits).reserve({ input: 900_000, output: 10_000 })).toBe(true);
  expect(await new Budget(limits).reserve({ input: 900_000, output: 10_001 })).toBe(false);
});
