import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { setTimeout as delay } from 'node:timers/promises';
import {
  MissingCapabilityError,
  Result,
  Tool,
  ToolArguments,
  type CallOutcome,
  type ToolContext,
} from '../../src/index';
import { background } from '../support/background';
import { connect, laneOfThisRun, legacyTest } from '../support/connect';
import { modernMeta, modernRequest } from '../support/modern';
import { RawSession, type Message } from '../support/raw-session';

const FOLLOWS = { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };
const CONFIRM = { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] };

let held = 0;
let goOn: (() => void)[] = [];
const heldBack = (): Promise<void> => new Promise((resolve) => goOn.push(resolve));
const letGo = (): void => goOn.splice(0).forEach((go) => go());

class NoArgs extends ToolArguments {}

@Tool({ name: 'brew', args: NoArgs, description: 'Brew.', synchronous: false })
class Brew {
  async run(_args: NoArgs, context: ToolContext): Promise<string> {
    const kettle = await context.once('kettle', () => ++held);
    await Promise.race([heldBack(), aborted(context.signal)]);
    return `brewed in kettle ${kettle}`;
  }
}

@Tool({ name: 'spill', description: 'Spill.', synchronous: false, taskSupport: 'required' })
class Spill {
  async run(): Promise<Result> {
    await heldBack();
    return Result.failure('spilled');
  }
}

@Tool({ name: 'demand', description: 'Demand.', synchronous: false })
class Demand {
  async run(): Promise<never> {
    await heldBack();
    throw new MissingCapabilityError({ sampling: {} });
  }
}

@Tool({ name: 'doubt', description: 'Ask at once.', synchronous: false })
class Doubt {
  async run(_args: unknown, { session }: ToolContext): Promise<string> {
    if (!session?.ask) throw new MissingCapabilityError({ elicitation: {} });
    const { action, content } = await session.ask({ message: 'Sure?', schema: CONFIRM });
    return `${action} ${JSON.stringify(content)}`;
  }
}

@Tool({ name: 'late_doubt', description: 'Ask late.', synchronous: false })
class LateDoubt {
  async run(_args: unknown, context: ToolContext): Promise<string> {
    await heldBack();
    return (await context.session!.ask!({ message: 'Sure?', schema: CONFIRM })).action;
  }
}

@Tool({ name: 'front', description: 'Ask, then brew.' })
class Front {
  async run(_args: unknown, context: ToolContext): Promise<CallOutcome> {
    await context.session!.ask!({ message: 'Tea?' });
    return context.call('brew');
  }
}

@Tool({ name: 'plain', description: 'Plain.' })
class Plain {
  run(): string {
    return 'plain';
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
}

let session: RawSession;
let bench: ReturnType<typeof background>;
let count = 0;

beforeEach(() => {
  goOn = [];
  held = 0;
  bench = background([Brew, Spill, Demand, Doubt, LateDoubt, Front, Plain]);
});
afterEach(async () => {
  await session?.close();
  await bench.engine.shutdown(0, 'the test is over');
});

async function modern(
  method: string,
  params: Record<string, unknown>,
  capabilities: Record<string, unknown> = FOLLOWS,
): Promise<Record<string, unknown>> {
  const id = `m${++count}`;
  session.say(modernRequest(id, method, params, modernMeta(capabilities)));
  const { result, error } = await session.until((message) => message['id'] === id);
  return (result ?? { error }) as Record<string, unknown>;
}

async function task(taskId: unknown, ...until: string[]): Promise<Record<string, unknown>> {
  for (;;) {
    const got = await modern('tasks/get', { taskId });
    if (!until.length || until.includes(String(got['status']))) return got;
    await delay(5);
  }
}

const call = (name: string, capabilities?: Record<string, unknown>) =>
  modern('tools/call', { name, arguments: {} }, capabilities);

describe('the tasks extension', () => {
  beforeEach(async () => {
    session = await RawSession.open(bench.registry, 'fast', bench.options);
  });

  test('is offered, in place of the tasks of the older revision', async () => {
    const { capabilities } = await modern('server/discover', {});
    expect(capabilities).toMatchObject({ extensions: { 'io.modelcontextprotocol/tasks': {} } });
    expect(capabilities).not.toHaveProperty('tasks');
  });

  test('a background tool becomes a task; its result is in the task', async () => {
    const created = await call('brew');
    expect(created).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 3_600_000 });
    const { taskId } = created;
    expect(taskId).toMatch(/^op_[\w-]{22}$/);
    letGo();
    expect(await task(taskId, 'completed')).toMatchObject({
      resultType: 'complete',
      result: { content: [{ text: 'brewed in kettle 1' }] },
    });
  });

  test('a plain tool is never a task, whatever the call says', async () => {
    expect(await modern('tools/call', { name: 'plain', arguments: {}, task: { ttl: 1 } })).toMatchObject({
      resultType: 'complete',
      content: [{ text: 'plain' }],
    });
  });

  test('a failure of the tool is a completed task, a missing capability a failed one', async () => {
    const [spilled, demanded] = [await call('spill'), await call('demand')];
    letGo();
    expect(await task(spilled['taskId'], 'completed')).toMatchObject({ result: { isError: true } });
    const failed = await task(demanded['taskId'], 'failed');
    expect(failed).toMatchObject({
      error: { code: -32021, data: { requiredCapabilities: { sampling: {} } } },
    });
    expect(failed).not.toHaveProperty('result');
  });

  test('cancel is acknowledged, whether or not the task has ended', async () => {
    const { taskId } = await call('brew');
    for (let times = 0; times < 2; times++) {
      const ack = await modern('tasks/cancel', { taskId });
      expect(Object.keys(ack).sort()).toEqual(['_meta', 'resultType']);
    }
    expect(await task(taskId)).toMatchObject({ status: 'cancelled' });
  });

  test('a question in the background waits in the task, and a wrong answer is asked for again', async () => {
    const { taskId } = await call('doubt');
    const asked = await task(taskId, 'input_required');
    expect(asked['inputRequests']).toMatchObject({
      question_1: { method: 'elicitation/create', params: { message: 'Sure?' } },
    });
    const answer = (name: string, content: object) =>
      modern('tasks/update', { taskId, inputResponses: { [name]: { action: 'accept', content } } });
    expect(await answer('question_1', { sure: 'perhaps' })).toMatchObject({ resultType: 'complete' });
    const again = await task(taskId);
    expect([again['status'], Object.keys(again['inputRequests'] as object)]).toEqual([
      'input_required',
      ['question_1_2'],
    ]);
    await answer('question_1_2', { sure: true });
    expect(await task(taskId, 'completed')).toMatchObject({
      result: { content: [{ text: 'accept {"sure":true}' }] },
    });
  });

  test('a tool that asks first and then goes to the background: a question, then a task', async () => {
    const first = await call('front');
    expect(first).toMatchObject({ resultType: 'input_required' });
    expect(first).not.toHaveProperty('taskId');
    const { requestState } = first;
    const inputResponses = { question_1: { action: 'accept', content: {} } };
    const second = await modern('tools/call', {
      name: 'front',
      arguments: {},
      inputResponses,
      requestState,
    });
    expect(second).toMatchObject({ resultType: 'task' });
    expect(second).not.toHaveProperty('requestState');
    letGo();
    await task(second['taskId'], 'completed');
  });

  test('a client that does not follow tasks gets an id, and is asked only before its call is answered', async () => {
    const plain = { elicitation: {} };
    expect(await call('brew', plain)).toMatchObject({
      resultType: 'complete',
      structuredContent: { status: 'started', message: expect.not.stringContaining('notified') as unknown },
    });
    expect(await call('spill', plain)).toMatchObject({
      error: {
        code: -32021,
        data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
      },
    });
    expect(await modern('tasks/get', { taskId: 'x' }, plain)).toMatchObject({ error: { code: -32021 } });
    const first = await call('doubt', plain);
    expect(first).toMatchObject({ resultType: 'input_required' });
    const inputResponses = { question_1: { action: 'accept', content: { sure: false } } };
    const { requestState } = first;
    const second = { name: 'doubt', arguments: {}, inputResponses, requestState };
    expect(await modern('tools/call', second, plain)).toMatchObject({
      content: [{ text: 'accept {"sure":false}' }],
    });
    const { structuredContent } = await call('late_doubt', plain);
    letGo();
    const { job_id: id } = structuredContent as { job_id: string };
    const ended = await modern('tools/call', { name: 'await', arguments: { id } }, plain);
    expect(JSON.stringify(ended)).toContain('The user can no longer be asked');
  });

  test('a question that nobody answers in time is a failure, and gives its place to others', async () => {
    await session.close();
    bench = background([Doubt], { limits: { answerSeconds: 0.05 } });
    session = await RawSession.open(bench.registry, 'fast', bench.options);
    const { taskId } = await call('doubt');
    expect(JSON.stringify(await task(taskId, 'completed'))).toContain('nobody answered within 0.05 s');
  });

  test('changes of a task arrive on a stream that asked for it, and nowhere else', async () => {
    const { taskId } = await call('doubt');
    const filter = { taskIds: [taskId, 'op_another'] };
    session.say(
      modernRequest('stream', 'subscriptions/listen', { notifications: filter }, modernMeta(FOLLOWS)),
    );
    const acknowledged = await session.until(
      ({ method }) => method === 'notifications/subscriptions/acknowledged',
    );
    expect(acknowledged['params']).toMatchObject({ notifications: { taskIds: [taskId] } });
    await modern('tasks/update', {
      taskId,
      inputResponses: { question_1: { action: 'decline' } },
    });
    const done = await session.until(
      ({ method, params }) =>
        method === 'notifications/tasks' && (params as Message)['status'] === 'completed',
    );
    expect(done['params']).toMatchObject({ taskId, result: { content: [{ text: 'decline undefined' }] } });
  });

  test.each(['tasks/result', 'tasks/list'])('%s is gone', async (method) => {
    expect(await modern(method, { taskId: 'x' })).toMatchObject({ error: { code: -32601 } });
  });
});

describe('tasks of revision 2025-11-25', () => {
  const open = async (capabilities = {}) =>
    connect(bench.registry, { ...bench.options, capabilities, lane: laneOfThisRun() });

  legacyTest('tools say how they can be called, and a client streams one to its result', async () => {
    const { client, close } = await open();
    const { tools } = await client.listTools();
    expect(
      tools.filter(({ execution }) => execution).map(({ name, execution }) => [name, execution?.taskSupport]),
    ).toEqual([
      ['brew', 'optional'],
      ['spill', 'required'],
      ['demand', 'optional'],
      ['doubt', 'optional'],
      ['late_doubt', 'optional'],
    ]);
    const seen: string[] = [];
    for await (const message of client.experimental.tasks.callToolStream(
      { name: 'brew', arguments: {} },
      CallToolResultSchema,
      { task: { ttl: 60_000 } },
    )) {
      seen.push(message.type);
      if (message.type === 'taskCreated') letGo();
      if (message.type === 'result')
        expect(message.result).toMatchObject({ content: [{ text: 'brewed in kettle 1' }] });
    }
    expect([seen[0], seen.at(-1)]).toEqual(['taskCreated', 'result']);
    const { tasks } = await client.experimental.tasks.listTasks();
    expect(tasks).toMatchObject([{ status: 'completed', ttl: 3_600_000 }]);
    await close();
  });

  legacyTest(
    'a task is cancelled once; a failing tool is a failed task; what is refused is no task',
    async () => {
      const { client, close } = await open();
      const raw = (method: string, params: Record<string, unknown>) =>
        client.request(
          { method, params } as never,
          CallToolResultSchema.loose() as never,
        ) as Promise<Message>;
      const start = (name: string, args: object = {}) =>
        raw('tools/call', { name, arguments: args, task: {} }) as Promise<{ task: { taskId: string } }>;
      await expect(start('plain')).rejects.toMatchObject({ code: -32601 });
      await expect(start('brew', { tea: 1 })).rejects.toMatchObject({ code: -32602 });
      await expect(raw('tools/call', { name: 'spill', arguments: {} })).rejects.toMatchObject({
        code: -32601,
      });
      await expect(raw('tasks/get', { taskId: 'op_x' })).rejects.toMatchObject({ code: -32602 });
      const { taskId } = (await start('brew')).task;
      expect(await raw('tasks/cancel', { taskId })).toMatchObject({ status: 'cancelled' });
      await expect(raw('tasks/cancel', { taskId })).rejects.toMatchObject({ code: -32602 });
      const spilled = (await start('spill')).task;
      letGo();
      expect(await raw('tasks/result', { taskId: spilled.taskId })).toMatchObject({
        isError: true,
        _meta: { 'io.modelcontextprotocol/related-task': { taskId: spilled.taskId } },
      });
      expect(await raw('tasks/get', { taskId: spilled.taskId })).toMatchObject({ status: 'failed' });
      await close();
    },
  );

  legacyTest('a question of a task is put to the client while the task waits for it', async () => {
    const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
    let status: unknown;
    const { client, close } = await connect(bench.registry, {
      ...bench.options,
      capabilities: { elicitation: {} },
      prepare: (prepared) =>
        prepared.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
          const related = params._meta?.['io.modelcontextprotocol/related-task'] as { taskId: string };
          status = (await prepared.experimental.tasks.getTask(related.taskId)).status;
          return { action: 'accept', content: { sure: true } };
        }),
    });
    const ends: unknown[] = [];
    for await (const message of client.experimental.tasks.callToolStream(
      { name: 'doubt', arguments: {} },
      CallToolResultSchema,
      { task: {} },
    ))
      if (message.type === 'result') ends.push(message.result);
    expect(ends).toMatchObject([{ content: [{ text: 'accept {"sure":true}' }] }]);
    expect(status).toBe('input_required');
    await close();
  });

  legacyTest('the end of an operation is announced at the level that the client chose', async () => {
    for (const [level, heard] of [
      [undefined, ['info']],
      ['debug', ['info']],
      ['warning', []],
    ] as const) {
      const { client, close } = await open();
      const levels: unknown[] = [];
      client.fallbackNotificationHandler = async ({ method, params }) => {
        if (method === 'notifications/message' && params?.['logger'] === 'operations')
          levels.push(params['level']);
      };
      if (level) await client.setLoggingLevel(level);
      const started = await client.callTool({ name: 'brew', arguments: {} });
      const { job_id: id, message } = started.structuredContent as { job_id: string; message: string };
      expect(message.includes('you will be notified')).toBe(level !== 'warning');
      letGo();
      await client.callTool({ name: 'await', arguments: { id } });
      await client.ping();
      expect([level, levels]).toEqual([level, heard]);
      await close();
    }
  });
});
