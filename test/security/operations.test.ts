import { randomBytes } from 'node:crypto';
import { defineTool, type Session } from '../../src/index';
import type { CallOptions } from '../../src/calls/call-context';
import { executeThrough } from '../../src/operations/execute-operation';
import { MemoryEngine } from '../../src/operations/memory-engine';
import { OpenSessions } from '../../src/operations/operation-sessions';
import { OperationEngine } from '../../src/operations/operation-engine';
import { ToolRegistry } from '../../src/registries/tool-registry';
import { Await } from '../../src/tools/await';
import { Cancel } from '../../src/tools/cancel';
import { Status } from '../../src/tools/status';
import { ownerOf } from '../../src/owner';
import { background } from '../support/background';
import { modernMeta } from '../support/modern';
import { RawSession } from '../support/raw-session';
import { Container } from 'typedi';

const as = (id: string): CallOptions => ({ door: 'client', session: { id } });
const secret = defineTool({
  name: 'secret',
  description: 'Return a secret.',
  inputSchema: { type: 'object', properties: {} },
  run: () => 'the secret',
});

test('an operation is its caller’s alone: another can neither see, await nor cancel it', async () => {
  const container = Container.of('operations-test');
  const registry = new ToolRegistry([secret, Status, Await, Cancel], { container });
  const engine = new MemoryEngine(executeThrough(registry.call.bind(registry), new OpenSessions(), 10));
  container.set(OperationEngine as never, engine);
  const { id } = await engine.start({ tool: 'secret', args: {}, caller: { id: 'owner' } });
  await engine.wait([id], 5000);
  const told = async (tool: string, args: Record<string, unknown>, who: string): Promise<string> =>
    JSON.stringify(await registry.call(tool, args, as(who)));
  expect(await told('status', { id }, 'owner')).toContain('the secret');
  expect(await told('await', { id }, 'owner')).toContain('the secret');
  for (const args of [{ id }, { operation_id: id }, {}])
    for (const tool of ['status', 'await', 'cancel']) {
      const text = await told(tool, args, 'stranger');
      expect(text).not.toContain('the secret');
      expect(text).not.toContain('Completed');
    }
  container.reset();
});

describe('two callers on one server', () => {
  const FOLLOWS = modernMeta({ extensions: { 'io.modelcontextprotocol/tasks': {} } });
  const hold = defineTool({
    name: 'hold',
    description: 'Wait, and tell a secret.',
    inputSchema: { type: 'object', properties: {} },
    synchronous: false,
    run: (_args, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve('the secret'))),
  });
  let bench: ReturnType<typeof background>;
  let owner: RawSession;
  let stranger: RawSession;
  let count = 0;

  beforeAll(async () => {
    bench = background(hold, { inlineWaitMs: 0 });
    owner = await RawSession.open(bench.registry, 'fast', bench.options);
    stranger = await RawSession.open(bench.registry, 'fast', bench.options);
    for (const session of [owner, stranger]) {
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'c', version: '1' },
      };
      session.say({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params });
      await session.until((message) => message['id'] === 'hello');
    }
  });
  afterAll(async () => {
    await owner.close();
    await stranger.close();
    await bench.engine.shutdown(0, 'the test is over');
  });

  async function ask(session: RawSession, method: string, params: Record<string, unknown>, meta?: object) {
    const id = `r${++count}`;
    session.say({ jsonrpc: '2.0', id, method, params: { ...params, ...(meta && { _meta: meta }) } });
    return session.until((message) => message['id'] === id);
  }

  test('foreign and forged ids lead nowhere, by any method or tool of either era', async () => {
    const created = await ask(owner, 'tools/call', { name: 'hold', arguments: {} }, FOLLOWS);
    const { taskId } = created['result'] as { taskId: string };
    const forged = [
      taskId,
      taskId.toLowerCase(),
      `${taskId} `,
      ` ${taskId}`,
      taskId.slice(0, -1),
      `${taskId}A`,
      `op_${randomBytes(16).toString('base64url')}`,
      'op_1',
      '*',
      '',
      '__proto__',
      'constructor',
    ];
    const tools = ['status', 'await', 'cancel'];
    const modern = ['tasks/get', 'tasks/update', 'tasks/cancel'];
    const legacy = ['tasks/get', 'tasks/result', 'tasks/cancel'];
    let attempts = 0;
    for (const id of forged) {
      for (const name of tools)
        for (const meta of [undefined, FOLLOWS]) {
          const args = { id, ...(name === 'await' && { timeout_seconds: 0 }) };
          const reply = await ask(stranger, 'tools/call', { name, arguments: args }, meta);
          expect([name, id, JSON.stringify(reply)]).toEqual([name, id, expect.stringContaining('not found')]);
          attempts++;
        }
      for (const [methods, meta] of [
        [modern, FOLLOWS],
        [legacy, undefined],
      ] as const)
        for (const method of methods) {
          const reply = await ask(stranger, method, { taskId: id, inputResponses: {} }, meta);
          expect([method, id, reply['error']]).toMatchObject([method, id, { code: -32602 }]);
          attempts++;
        }
    }
    expect(attempts).toBeGreaterThanOrEqual(60);
    const listed = await ask(stranger, 'tasks/list', {});
    expect(listed['result']).toEqual({ tasks: [] });
    const all = await ask(stranger, 'tools/call', { name: 'status', arguments: {} });
    expect(JSON.stringify(all)).toContain('total 0');
    const { result } = await ask(owner, 'tasks/get', { taskId }, FOLLOWS);
    expect(result).toMatchObject({ status: 'working' });
  });

  test('one client that speaks both eras on its pipe is one caller', async () => {
    const started = await ask(owner, 'tools/call', { name: 'hold', arguments: {} });
    const text = (started['result'] as { content: { text: string }[] }).content[0]!.text;
    const { job_id: taskId } = JSON.parse(text) as { job_id: string };
    expect(await ask(owner, 'tasks/get', { taskId }, FOLLOWS)).toMatchObject({
      result: { status: 'working' },
    });
  });
});

test('principals are callers wherever they connect from, and a session of the same name is none', async () => {
  const { registry, engine } = background(secret);
  const call = (tool: string, args: Record<string, unknown>, session: Session): Promise<string> =>
    registry.call(tool, args, { door: 'client', session }).then((outcome) => JSON.stringify(outcome));
  const alice = { id: 'a1', principal: 'alice' };
  const { id } = await engine.start({ tool: 'secret', args: {}, caller: { id: ownerOf(alice) } });
  await engine.wait([id], 5000);
  expect(await call('status', { id }, { id: 'a2', principal: 'alice' })).toContain('the secret');
  for (const session of [{ id: 'a1' }, { id: 'alice' }, { id: 'a1', principal: 'bob' }, { id: '' }])
    expect(await call('status', { id }, session)).toContain('not found');
});
