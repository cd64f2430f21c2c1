import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CallLog } from '../../../src/dev/call-log';
import type { Stamps } from '../../../src/dev/file-stamps';
import type { FromVersion, ToVersion, VersionFacts, VersionProcess } from '../../../src/dev/version-messages';
import { Versions } from '../../../src/dev/versions';
import { temporaryDirectory } from '../../support/temporary-directory';

const FACTS = {
  name: 'app 1',
  tools: ['answer'],
  announced: ['notifications/tools/list_changed'],
  graceMs: 0,
  headers: [],
  declared: { secrets: [], tools: {}, prompts: {} },
} as unknown as VersionFacts;

/** The other end of a version's process, in the hands of the test. */
class OtherEnd implements VersionProcess {
  readonly sent: ToVersion[] = [];
  isKilled = false;
  private listener: (message: FromVersion) => void = () => undefined;
  private exit: (how: string) => void = () => undefined;

  send(message: ToVersion): void {
    this.sent.push(message);
    if (message.kind === 'close') this.ends('exit code 0');
  }
  onMessage(listener: (message: FromVersion) => void): void {
    this.listener = listener;
  }
  onExit(listener: (how: string) => void): void {
    this.exit = listener;
  }
  kill(): void {
    this.isKilled = true;
    this.exit('SIGKILL');
  }

  says(message: FromVersion): void {
    this.listener(message);
  }
  ends(how: string): void {
    this.exit(how);
  }
  /** The methods of the messages that clients sent it. */
  get methods(): unknown[] {
    return this.sent.flatMap((each) => (each.kind === 'take' ? [each.message['method']] : []));
  }
  get isClosed(): boolean {
    return this.sent.some(({ kind }) => kind === 'close');
  }
  answers(id: number, version: number): void {
    this.says({
      kind: 'sent',
      client: 1,
      about: id,
      json: JSON.stringify({ jsonrpc: '2.0', id, result: { version } }),
      last: {},
    });
  }
}

function front() {
  const processes: OtherEnd[] = [];
  const heard: Record<string, unknown>[] = [];
  let lines = '';
  const looks = { count: 0 };
  const plain = (text: string): string => text;
  const versions = new Versions({
    start: () => {
      const process = new OtherEnd();
      processes.push(process);
      return process;
    },
    args: [],
    stateSecret: 'secret',
    log: new CallLog({
      write: (text) => (lines += text),
      colour: { red: plain, green: plain, yellow: plain, dim: plain, bold: plain },
      now: () => new Date(0),
    }),
    refuse: () => undefined,
    look: () => looks.count++,
  });
  const client = versions.connect({ caller: { id: 'dev' } }, (json) => heard.push(JSON.parse(json) as never));
  const call = (id: number) =>
    client.take({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'answer' } });
  /** Makes a version of the process that waits for one. */
  const open = async (at: number): Promise<OtherEnd> => {
    const opened = versions.replace('/app.js');
    processes[at]!.says({ kind: 'ready', facts: FACTS });
    await opened;
    return processes[at]!;
  };
  return { versions, client, call, open, processes, heard, looks, said: () => lines };
}

const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} };

test('a request waits for the first version, and for each that is being built', async () => {
  const { versions, call, open } = front();
  call(1);
  const first = await open(0);
  expect(first.methods).toEqual(['tools/call']);
  versions.change();
  call(2);
  expect(first.methods).toEqual(['tools/call']);
  const second = await open(1);
  expect({ first: first.methods, second: second.methods }).toEqual({
    first: ['tools/call'],
    second: ['tools/call'],
  });
  await versions.close();
});

describe('a save that nobody has reported yet', () => {
  const folder = temporaryDirectory('tw-versions');
  const file = join(folder, 'app.ts');
  const saved = (text: string): Stamps => {
    writeFileSync(file, text);
    const stats = statSync(file);
    return [[file, [stats.ctimeMs, stats.size, stats.ino]]];
  };

  test('is looked for when a call comes, and the builder is asked what became of it', async () => {
    const { versions, call, open, looks } = front();
    versions.madeOf = saved('one');
    const first = await open(0);
    call(1);
    expect({ methods: first.methods, looks: looks.count }).toEqual({ methods: ['tools/call'], looks: 0 });
    await new Promise(setImmediate);
    const stamps = saved('the second');
    call(2);
    expect({ methods: first.methods, looks: looks.count }).toEqual({ methods: ['tools/call'], looks: 1 });
    versions.madeOf = stamps;
    const second = await open(1);
    expect(second.methods).toEqual(['tools/call']);
    await versions.close();
  });

  test('holds the calls that waited for an earlier one, too', async () => {
    const { versions, call, open, looks } = front();
    const first = await open(0);
    versions.change();
    call(1);
    versions.madeOf = saved('one');
    const stamps = saved('the second');
    versions.refuse();
    expect({ methods: first.methods, looks: looks.count }).toEqual({ methods: [], looks: 1 });
    versions.madeOf = stamps;
    versions.refuse();
    expect(first.methods).toEqual(['tools/call']);
    await versions.close();
  });
});

test('what was saved is wrong: whoever waited is answered by the last good version', async () => {
  const { versions, call, open } = front();
  const first = await open(0);
  versions.change();
  call(1);
  versions.refuse();
  expect(first.methods).toEqual(['tools/call']);
  await versions.close();
});

describe('what takes too long', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['performance'] }));
  afterEach(() => void jest.useRealTimers());

  test('is named with its stage, and the last good version answers meanwhile', async () => {
    const { versions, call, open, said } = front();
    const first = await open(0);
    versions.change();
    call(1);
    jest.advanceTimersByTime(9_999);
    expect(first.methods).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(first.methods).toEqual(['tools/call']);
    expect(said()).toMatch(/The build is not done after 10 s\. Until it is, version 1 answers\./);
    await versions.close();
  });

  test('is a module that loops at import, of the first version too', async () => {
    const { versions, open, said } = front();
    void versions.replace('/app.js');
    jest.advanceTimersByTime(10_000);
    expect(said()).toMatch(
      /not open after 10 s: something at import or in `start` loops.*clients are told so/,
    );
    await open(1);
    versions.change();
    void versions.replace('/app.js');
    jest.advanceTimersByTime(10_000);
    expect(said()).toMatch(/not open after 10 s: .*Until it is, version 1 answers\./);
    await versions.close();
  });

  test('does not let the next save be answered by old code', async () => {
    const { versions, call, open } = front();
    const first = await open(0);
    versions.change();
    void versions.replace('/app.js');
    jest.advanceTimersByTime(10_000);
    versions.change();
    call(1);
    expect(first.methods).toEqual([]);
    const last = await open(2);
    expect(last.methods).toEqual(['tools/call']);
    await versions.close();
  });

  test('is a call of a version that was replaced, which goes on until it is cancelled', async () => {
    const { versions, client, call, open, said } = front();
    const first = await open(0);
    client.take(hello);
    first.answers(0, 1);
    call(1);
    await open(1);
    jest.advanceTimersByTime(60_000);
    expect(said().match(/version 1 was replaced 10 s ago and still runs 1 request;/g)).toHaveLength(1);
    expect(first.isClosed).toBe(false);
    client.take({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(first.isClosed).toBe(true);
    await versions.close();
  });

  test('is not a call that is answered in time', async () => {
    const { versions, client, call, open, said } = front();
    const first = await open(0);
    client.take(hello);
    first.answers(0, 1);
    call(1);
    await open(1);
    first.answers(1, 1);
    jest.advanceTimersByTime(60_000);
    expect(said()).not.toMatch(/was replaced/);
    await versions.close();
  });

  test('is a version that was started again, and hangs then', async () => {
    const { versions, client, call, open, processes, heard, said } = front();
    const first = await open(0);
    client.take(hello);
    first.answers(0, 1);
    first.ends('exit code 7');
    call(1);
    jest.advanceTimersByTime(9_999);
    expect(heard.map(({ id }) => id)).toEqual([0]);
    jest.advanceTimersByTime(1);
    expect(heard.at(-1)).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining('10 s') as string },
    });
    expect(said()).toMatch(/not open after 10 s: .*clients are told so/);
    processes[1]!.says({ kind: 'ready', facts: FACTS });
    await Promise.resolve();
    call(2);
    expect(processes[1]!.methods).toContain('tools/call');
    await versions.close();
  });

  test('is said once for each save, and never of one that was opened in time', async () => {
    const { versions, open, said } = front();
    await open(0);
    versions.change();
    await open(1);
    jest.advanceTimersByTime(60_000);
    expect(said()).not.toMatch(/after 10 s/);
    await versions.close();
  });
});

test('a save while another is being opened keeps requests waiting, and the version between is never asked', async () => {
  const { versions, call, open, processes } = front();
  await open(0);
  versions.change();
  const between = versions.replace('/app.js');
  versions.change();
  call(1);
  processes[1]!.says({ kind: 'ready', facts: FACTS });
  await between;
  expect(processes[1]!.methods).toEqual([]);
  const last = await open(2);
  expect(last.methods).toEqual(['tools/call']);
  await versions.close();
});

test('a version that was replaced closes once it has answered, and not before', async () => {
  const { versions, call, open, heard } = front();
  const first = await open(0);
  call(1);
  await open(1);
  expect(first.isClosed).toBe(false);
  first.answers(1, 1);
  expect(first.isClosed).toBe(true);
  expect(heard).toContainEqual({ jsonrpc: '2.0', id: 1, result: { version: 1 } });
  await versions.close();
});

test('a close hook that runs after the next version has opened is named once, and one that runs at the end is not', async () => {
  const { versions, open, said } = front();
  const first = await open(0);
  const second = await open(1);
  first.says({ kind: 'closes', hook: 'onClose' });
  first.says({ kind: 'closes', hook: 'close' });
  expect(said()).toMatch(/version 1 runs its `onClose` hook after version 2 has opened/);
  const third = await open(2);
  second.says({ kind: 'closes', hook: 'onClose' });
  third.says({ kind: 'closes', hook: 'onClose' });
  expect(said().match(/runs its/g)).toHaveLength(1);
  await versions.close();
});

test('a close hook of the version that serves is not named, nor one of a build that could not be opened', async () => {
  const { versions, open, processes, said } = front();
  const first = await open(0);
  const broken = versions.replace('/app.js');
  processes[1]!.says({ kind: 'closes', hook: 'onClose' });
  processes[1]!.says({ kind: 'failed', text: 'wrong', isUsage: false });
  await broken;
  first.says({ kind: 'closes', hook: 'close' });
  expect(said()).not.toMatch(/runs its/);
  await versions.close();
});

test('a new version is told what the client said, and its replies to that are nobody else’s', async () => {
  const { versions, client, open, heard } = front();
  client.take(hello);
  client.take({ jsonrpc: '2.0', method: 'notifications/initialized' });
  client.take({ jsonrpc: '2.0', id: 1, method: 'logging/setLevel', params: { level: 'info' } });
  client.take({ jsonrpc: '2.0', id: 2, method: 'resources/subscribe', params: { uri: 'a:b' } });
  client.take({ jsonrpc: '2.0', id: 3, method: 'resources/subscribe', params: { uri: 'c:d' } });
  client.take({ jsonrpc: '2.0', id: 4, method: 'resources/unsubscribe', params: { uri: 'a:b' } });
  await open(0);
  const second = await open(1);
  expect(second.methods).toEqual([
    ...['initialize', 'notifications/initialized', 'logging/setLevel', 'resources/subscribe'],
  ]);
  const [greeting] = second.sent.filter((each) => each.kind === 'take');
  const { id } = (greeting as Extract<ToVersion, { kind: 'take' }>).message;
  second.says({
    kind: 'sent',
    client: 1,
    about: id,
    json: JSON.stringify({ jsonrpc: '2.0', id, result: {} }),
    last: {},
  });
  expect(heard).toEqual([{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }]);
  await versions.close();
});

test('announcements of a version that was replaced are not passed on', async () => {
  const { versions, client, call, open, heard } = front();
  client.take(hello);
  const first = await open(0);
  call(1);
  await open(1);
  heard.length = 0;
  const json = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  first.says({ kind: 'sent', client: 1, json });
  expect(heard).toEqual([]);
  await versions.close();
});

test('a stream goes on with the new version; how it ended in the old one concerns nobody', async () => {
  const { versions, client, open, heard } = front();
  client.take({
    jsonrpc: '2.0',
    id: 1,
    method: 'subscriptions/listen',
    params: { notifications: { toolsListChanged: true } },
  });
  const first = await open(0);
  const second = await open(1);
  expect(first.methods).toEqual(['subscriptions/listen', 'notifications/cancelled']);
  expect(second.methods).toEqual(['subscriptions/listen']);
  first.answers(1, 1);
  expect(heard.map(({ method }) => method)).toEqual(['notifications/tools/list_changed']);
  second.answers(1, 2);
  expect(heard.at(-1)).toEqual({ jsonrpc: '2.0', id: 1, result: { version: 2 } });
  await versions.close();
});

test('a call that is cancelled while it waits is never made', async () => {
  const { versions, client, call, open } = front();
  call(1);
  client.take({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  expect((await open(0)).methods).toEqual([]);
  await versions.close();
});

test('a build whose process always ends is left alone until the next save', async () => {
  const { versions, open, processes, said } = front();
  await open(0);
  for (let at = 0; at < 4; at++) {
    processes[at]!.ends('exit code 1');
    processes[at + 1]?.says({ kind: 'ready', facts: FACTS });
    await new Promise(setImmediate);
  }
  expect(said().match(/it is started again/g)).toHaveLength(3);
  expect(said()).toContain('it ended too often');
  expect(versions.newest).toBeUndefined();
  await open(processes.length - 1);
  expect(versions.newest).toBeDefined();
  await versions.close();
});

test('a version that is still being opened when the client leaves is no failure', async () => {
  const { versions, processes, said } = front();
  const opening = versions.replace('/app.js');
  await versions.close();
  await opening;
  expect(processes[0]!.isKilled).toBe(true);
  expect(said()).toBe('');
});

test('a version asks the others through the front, and hears all replies together', async () => {
  const { versions, call, open } = front();
  const first = await open(0);
  call(1);
  const second = await open(1);
  const third = await open(2);
  // The second had nothing to answer.
  expect(second.isClosed).toBe(true);
  third.says({ kind: 'asks', number: 7, question: 'what is there?' });
  const asked = first.sent.find(({ kind }) => kind === 'asked') as Extract<ToVersion, { kind: 'asked' }>;
  expect(asked.question).toBe('what is there?');
  first.says({ kind: 'replies', number: asked.number, value: ['one'] });
  expect(third.sent).toContainEqual({ kind: 'told', number: 7, values: [['one']] });
  third.says({ kind: 'asks', number: 8, question: 'and now?' });
  first.ends('SIGKILL');
  await new Promise(setImmediate);
  expect(third.sent).toContainEqual({ kind: 'told', number: 8, values: [] });
  await versions.close();
});

test('a version that is replaced before it says which operation it began is kept for it', async () => {
  const { versions, call, open } = front();
  const first = await open(0);
  call(1);
  await open(1);
  const json = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { job_id: `op_${'x'.repeat(22)}` } });
  first.says({ kind: 'sent', client: 1, about: 1, json, last: {} });
  expect(first.isClosed).toBe(false);
  await versions.close();
});

test('an answer that a version kept is found after its end, by its caller only', async () => {
  const { versions, open } = front();
  const first = await open(0);
  const answer = { handle: 'h', text: 'long' };
  const limits = { bytes: 10, count: 2, seconds: 60 };
  first.says({ kind: 'keeps', owner: 'ada', answer, limits });
  const second = await open(1);
  second.says({ kind: 'seeks', number: 1, owner: 'ada', handle: 'h' });
  second.says({ kind: 'seeks', number: 2, owner: 'bob', handle: 'h' });
  second.says({ kind: 'keeps', owner: 'ada', answer: { handle: 'i', text: 'longer' }, limits });
  second.says({ kind: 'keeps', owner: 'ada', answer: { handle: 'j', text: 'more' }, limits });
  second.says({ kind: 'seeks', number: 3, owner: 'ada', handle: 'h' });
  expect(second.sent.filter(({ kind }) => kind === 'told')).toEqual([
    { kind: 'told', number: 1, values: [answer] },
    { kind: 'told', number: 2, values: [] },
    { kind: 'told', number: 3, values: [] },
  ]);
  await versions.close();
});

test('a changed configuration opens the same build anew, once, whoever says so', async () => {
  const { versions, call, open, processes } = front();
  const first = await open(0);
  call(1);
  const second = await open(1);
  for (const version of [first, second, second]) version.says({ kind: 'reconfigured' });
  call(2);
  expect(second.methods).toEqual([]);
  expect(processes.filter(({ sent }) => sent.some(({ kind }) => kind === 'open'))).toHaveLength(3);
  expect(processes[2]!.sent).toContainEqual(expect.objectContaining({ kind: 'open', entry: '/app.js' }));
  processes[2]!.says({ kind: 'ready', facts: FACTS });
  await new Promise(setImmediate);
  expect(processes[2]!.methods).toEqual(['tools/call']);
  await versions.close();
});
