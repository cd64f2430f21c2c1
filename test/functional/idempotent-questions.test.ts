import { defineTool, Explicit, Tool, ToolArguments } from '../../src/index';
import { ToolRegistry } from '../../src/registries/tool-registry';
import { modernMeta, modernRequest } from '../support/modern';
import { RawSession, type Message } from '../support/raw-session';

// Questions of the modern era, whose calls are made again with the answers, under one key.

let dropped = 0;
let charged = 0;
let finished = 0;
let hold: Promise<void> = Promise.resolve();

class DropArgs extends ToolArguments {
  @Explicit('DROP')
  confirm!: 'DROP';
}

@Tool({ args: DropArgs, description: 'Drop everything.' })
class Drop {
  run(): string {
    return `dropped ${++dropped}`;
  }
}

const charge = defineTool({
  name: 'charge',
  description: 'Charge, then ask, then finish.',
  run: async (_args, context) => {
    const receipt = await context.once('charge', () => ++charged);
    const answer = await context.session!.ask!({ message: 'Keep it?', key: 'keep' });
    await hold;
    return `${answer.action} ${receipt} ${++finished}`;
  },
});

const ELICITS = { elicitation: { form: {} } };
const ACCEPT = { action: 'accept', content: {} };

interface Reply {
  readonly resultType: string;
  readonly requestState: string;
  readonly inputRequests: Record<string, unknown>;
  readonly content: { text: string }[];
  readonly _meta: Record<string, unknown>;
}

let session: RawSession;
let id = 0;
beforeEach(async () => {
  dropped = charged = finished = 0;
  hold = Promise.resolve();
  session = await RawSession.open(new ToolRegistry([Drop, charge]), 'fast');
});
afterEach(() => session.close());

async function said(name: string, more: object = {}, key: string | null = 'one'): Promise<Message> {
  const own = ++id;
  const meta = modernMeta(ELICITS, key === null ? {} : { 'toolwright/idempotencyKey': key });
  session.say(modernRequest(own, 'tools/call', { name, arguments: {}, ...more }, meta));
  return session.until((message) => message['id'] === own);
}

async function call(name: string, more?: object, key?: string): Promise<Reply> {
  return (await said(name, more, key))['result'] as Reply;
}

const isReplay = ({ _meta }: Reply): boolean => _meta['toolwright/replayed'] === true;

test('a retry of a call that was asked back gets the same question, and nothing is done again', async () => {
  const first = await call('charge');
  const again = await call('charge');
  expect(first.resultType).toBe('input_required');
  expect(again).toMatchObject({ resultType: 'input_required', requestState: first.requestState });
  expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
  expect(charged).toBe(1);
});

test('the answer goes on where the question was asked; a lost answer of it is replayed', async () => {
  const { requestState } = await call('charge');
  const answer = { requestState, inputResponses: { keep: ACCEPT } };
  const first = await call('charge', answer);
  expect(first.content[0]!.text).toBe('accept 1 1');
  const again = await call('charge', answer);
  expect(again.content).toEqual(first.content);
  expect(isReplay(again)).toBe(true);
  // Without the state it is the same call too.
  expect((await call('charge')).content).toEqual(first.content);
  expect([charged, finished]).toEqual([1, 1]);
});

test('the same answer sent several times at once runs the call once', async () => {
  const { requestState } = await call('charge');
  let open = (): void => undefined;
  hold = new Promise((resolve) => (open = resolve));
  const answer = { requestState, inputResponses: { keep: ACCEPT } };
  const replies = [1, 2, 3].map(() => call('charge', answer));
  await new Promise((resolve) => setTimeout(resolve, 50));
  open();
  const texts = (await Promise.all(replies)).map(({ content }) => content[0]!.text);
  expect(texts).toEqual(Array(3).fill('accept 1 1'));
  expect(finished).toBe(1);
});

test('an accepted approval is used once, also where it comes back under another key or none', async () => {
  const args = { arguments: { confirm: 'DROP' } };
  const { requestState, inputRequests } = await call('drop', args);
  const [name] = Object.keys(inputRequests);
  const answer = { ...args, requestState, inputResponses: { [name!]: ACCEPT } };
  expect((await call('drop', answer)).content[0]!.text).toBe('dropped 1');
  for (const key of ['another', null]) {
    const refused = await said('drop', answer, key);
    expect(refused).toMatchObject({
      error: { code: -32602, message: expect.stringMatching(/already used/) },
    });
  }
  expect(dropped).toBe(1);
});

test('a refused consent is not final', async () => {
  const args = { arguments: { confirm: 'DROP' } };
  const ask = async (action: string): Promise<Reply> => {
    const { requestState, inputRequests } = await call('drop', args);
    const [name] = Object.keys(inputRequests);
    return call('drop', { ...args, requestState, inputResponses: { [name!]: { action, content: {} } } });
  };
  expect((await ask('decline')).content[0]!.text).toMatch(/consent_refused/);
  expect((await ask('accept')).content[0]!.text).toBe('dropped 1');
});
