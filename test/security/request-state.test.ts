import { randomBytes } from 'node:crypto';
import { Explicit, Tool, ToolArguments, Arg } from '../../src/index';
import { ToolRegistry } from '../../src/registries/tool-registry';
import { sealOf, StateSeal } from '../../src/serve/modern/sealed-state';
import { UsedStatesInMemory } from '../../src/serve/modern/used-states';
import { UsedStatesOnDisk } from '../../src/serve/modern/used-states-on-disk';
import { modernMeta, modernRequest } from '../support/modern';
import { RawSession, type Message } from '../support/raw-session';
import { temporaryDirectory } from '../support/temporary-directory';

class WipeArgs extends ToolArguments {
  @Arg({ description: 'What to wipe', type: 'string' })
  target!: string;

  @Explicit('WIPE')
  confirm!: 'WIPE';
}

const wiped: string[] = [];

@Tool({ args: WipeArgs, description: 'Wipe a target.' })
class Wipe {
  run({ target }: WipeArgs): string {
    wiped.push(target);
    return `wiped ${target}`;
  }
}

@Tool({ args: WipeArgs, description: 'Wipe another way.' })
class WipeToo {
  run({ target }: WipeArgs): string {
    wiped.push(target);
    return `wiped ${target}`;
  }
}

const ARGS = { target: 'a', confirm: 'WIPE' };
const YES = { question_1: { action: 'accept', content: {} } };

let session: RawSession;
let stranger: RawSession;
let attempts = 0;
let id = 0;

beforeAll(async () => {
  const registry = new ToolRegistry([Wipe, WipeToo]);
  const options = { stateSecret: 'a secret that both processes have' };
  session = await RawSession.open(registry, 'fast', options);
  stranger = await RawSession.open(registry, 'fast', options);
});
beforeEach(() => wiped.splice(0));
afterAll(async () => {
  await session.close();
  await stranger.close();
  expect(attempts).toBeGreaterThanOrEqual(60);
});

async function call(params: object, over = session, method = 'tools/call'): Promise<Message> {
  const own = `r${++id}`;
  over.say(modernRequest(own, method, { ...params }, modernMeta({ elicitation: {} })));
  return over.until((message) => message['id'] === own);
}

async function freshState(over = session, args: object = ARGS): Promise<string> {
  const first = await call({ name: 'wipe', arguments: args }, over);
  return (first['result'] as { requestState: string }).requestState;
}

async function attempt(params: object, over = session): Promise<Message> {
  attempts++;
  const reply = await call({ name: 'wipe', arguments: ARGS, inputResponses: YES, ...params }, over);
  expect(wiped).toEqual([]);
  return reply;
}

const refused = { error: { code: -32602, message: expect.stringContaining('requestState') as unknown } };

test('an accepted question runs the tool once, and never again', async () => {
  const requestState = await freshState();
  const retry = { name: 'wipe', arguments: ARGS, inputResponses: YES, requestState };
  expect(await call(retry)).toMatchObject({ result: { content: [{ text: 'wiped a' }] } });
  wiped.splice(0);
  for (let n = 0; n < 5; n++) expect(await attempt({ requestState })).toMatchObject(refused);
});

test('of many uses at the same time, one counts', async () => {
  const requestState = await freshState();
  const retry = { name: 'wipe', arguments: ARGS, inputResponses: YES, requestState };
  attempts += 7;
  const replies = await Promise.all(Array.from({ length: 8 }, () => call(retry)));
  expect(replies.filter((reply) => 'result' in reply)).toHaveLength(1);
  expect(wiped).toEqual(['a']);
});

test('a state that was used for a refusal is used up', async () => {
  const requestState = await freshState();
  await attempt({ requestState, inputResponses: { question_1: { action: 'decline' } } });
  expect(await attempt({ requestState })).toMatchObject(refused);
});

test('altered states are refused', async () => {
  const state = await freshState();
  const bytes = Buffer.from(state, 'base64url');
  for (let place = 0; place < bytes.length; place += Math.ceil(bytes.length / 20)) {
    const altered = Buffer.from(bytes);
    altered[place]! ^= 1;
    expect(await attempt({ requestState: altered.toString('base64url') })).toMatchObject(refused);
  }
  const variants = [
    `${state}A`,
    `${state}=`,
    ` ${state}`,
    state.slice(1),
    state.slice(0, -1),
    state.slice(0, 30),
    `${state}${state}`,
    state.toUpperCase(),
    bytes.toString('base64') + '!',
    bytes.toString('hex'),
  ];
  for (const requestState of variants) expect(await attempt({ requestState })).toMatchObject(refused);
});

test.each<[string, unknown]>([
  ['empty', ''],
  ['a number', 7],
  ['null', null],
  ['an object', {}],
  ['a list', []],
  ['true', true],
  ['plain JSON', JSON.stringify({ asked: { question_1: '' }, answers: {}, once: {} })],
  ['JSON in base64', Buffer.from(JSON.stringify({ answers: YES })).toString('base64url')],
  ['noise', randomBytes(200).toString('base64url')],
  ['noise of the right version', Buffer.concat([Buffer.of(1), randomBytes(300)]).toString('base64url')],
  ['very long', 'A'.repeat(300_000)],
  ['__proto__', '__proto__'],
])('a forged state is refused: %s', async (_what, requestState) => {
  expect(await attempt({ requestState })).toMatchObject(refused);
});

test('a state sealed with another key is refused', async () => {
  const foreign = new StateSeal(new UsedStatesInMemory(), 'another secret');
  const belonging = { caller: 'pipe-1', method: 'tools/call', params: { name: 'wipe', arguments: ARGS } };
  const requestState = foreign.seal({ asked: {}, answers: {}, once: {} }, belonging);
  expect(await attempt({ requestState })).toMatchObject(refused);
});

test.each<[string, object]>([
  ['another target', { arguments: { ...ARGS, target: 'b' } }],
  ['a target of another type', { arguments: { ...ARGS, target: ['a'] } }],
  ['more arguments', { arguments: { ...ARGS, force: true } }],
  ['fewer arguments', { arguments: { confirm: 'WIPE' } }],
  ['no arguments', { arguments: {} }],
  ['another tool', { name: 'wipe_too' }],
  ['another parameter', { task: { ttl: 1 } }],
])('a state does not serve another call: %s', async (_what, change) => {
  expect(await attempt({ requestState: await freshState(), ...change })).toMatchObject(refused);
});

test.each(['prompts/get', 'resources/read'])('a state does not serve another method: %s', async (method) => {
  attempts++;
  const requestState = await freshState();
  const reply = await call(
    { name: 'wipe', arguments: ARGS, inputResponses: YES, requestState },
    session,
    method,
  );
  expect(reply).toMatchObject({ error: {} });
  expect(wiped).toEqual([]);
});

test('a state does not serve another caller, though the key is the same', async () => {
  for (let n = 0; n < 3; n++) {
    expect(await attempt({ requestState: await freshState() }, stranger)).toMatchObject(refused);
    expect(await attempt({ requestState: await freshState(stranger) }, session)).toMatchObject(refused);
  }
});

test('a state that has expired is refused', async () => {
  attempts += 2;
  let now = 0;
  const seal = new StateSeal(new UsedStatesInMemory(() => now), 'secret', () => now);
  const belonging = { caller: 'me', method: 'tools/call', params: { name: 'wipe' } };
  const state = seal.seal({ asked: {}, answers: {}, once: {} }, belonging);
  now = 15 * 60 * 1000;
  await expect(seal.open(state, belonging)).rejects.toThrow('expired');
  now = Number.MAX_SAFE_INTEGER;
  await expect(seal.open(state, belonging)).rejects.toThrow('expired');
});

test.each<[string, object]>([
  ['no answer', {}],
  ['an answer to another question', { question_2: { action: 'accept' } }],
  ['a decline', { question_1: { action: 'decline' } }],
  ['a cancel', { question_1: { action: 'cancel' } }],
  ['an unknown action', { question_1: { action: 'yes' } }],
  ['an inherited name', { constructor: { action: 'accept' } }],
  ['text', { question_1: 'accept' }],
  ['a list', { question_1: [{ action: 'accept' }] }],
  ['content that is no object', { question_1: { action: 'accept', content: 'yes' } }],
])('without an accepted answer nothing runs: %s', async (_what, inputResponses) => {
  await attempt({ requestState: await freshState(), inputResponses });
});

test('the state tells a client nothing', async () => {
  const state = await freshState(session, { ...ARGS, target: 'very-secret-target' });
  expect(Buffer.from(state, 'base64url').toString('latin1')).not.toMatch(/secret|wipe|question/);
});

test('processes that share a directory of used states take a state once, whichever gets it', async () => {
  const used = temporaryDirectory('used-states');
  const secret = 'a secret that both processes have';
  const seals = [
    sealOf({ stateSecret: secret, usedStates: used }),
    sealOf({ stateSecret: secret, usedStates: used }),
  ];
  const belonging = { caller: 'c', method: 'tools/call', params: { name: 'wipe' } };
  for (let n = 0; n < 20; n++) {
    const state = seals[n % 2]!.seal({ asked: {}, answers: {}, once: {} }, belonging);
    const opened = await Promise.allSettled([...seals, ...seals].map((seal) => seal.open(state, belonging)));
    attempts += 3;
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
  expect(await new UsedStatesOnDisk(used, 1000).use('../escaped')).toBe(false);
});

test('a state expires when the operator says', async () => {
  let now = 0;
  const seal = new StateSeal(new UsedStatesInMemory(), undefined, () => now, 10_000);
  const belonging = { caller: 'c', method: 'tools/call', params: {} };
  const [early, late] = [1, 2].map(() => seal.seal({ asked: {}, answers: {}, once: {} }, belonging));
  now = 9_999;
  expect(await seal.open(early, belonging)).toMatchObject({ state: { asked: {} } });
  now = 10_000;
  await expect(seal.open(late, belonging)).rejects.toThrow('it has expired');
});
