import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { AuditObserver, type AuditObserverOptions } from '../../../src/audit/audit-observer';
import { readAudit } from '../../../src/audit/read-audit';
import {
  Arg,
  defineTool,
  Result,
  Tool,
  ToolArguments,
  ToolResult,
  type ToolContext,
} from '../../../src/index';
import { silentLogger } from '../../../src/logger';
import { ToolRegistry } from '../../../src/registries/tool-registry';
import { TestedAudit } from '../../support/audit';

class LoginArgs extends ToolArguments {
  @Arg('Who')
  user!: string;

  @Arg({ description: 'The word', secret: true })
  password!: string;
}

@Tool({ args: LoginArgs, description: 'Log in.' })
class Login {
  run() {
    return 'in';
  }
}

class ForwardArgs extends ToolArguments {
  @Arg({ description: 'Whatever', type: 'object' })
  arguments!: Record<string, unknown>;
}

@Tool({ args: ForwardArgs, description: 'Forward.' })
class Forward {
  run() {
    return Result.failure('no', 'refused_there');
  }
}

function audited(options: Partial<AuditObserverOptions> = {}) {
  const audit = new TestedAudit();
  const registry = new ToolRegistry([
    Login,
    Forward,
    defineTool({
      name: 'long',
      description: 'Takes long text.',
      inputSchema: {
        type: 'object',
        properties: { text: { type: 'string' }, items: { type: 'array', items: {} } },
      },
      run: () => 'ok',
    }),
    defineTool({
      name: 'slow',
      description: 'Takes its time.',
      inputSchema: { type: 'object', properties: {} },
      run: (_args: unknown, { signal }: ToolContext) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    }),
  ]);
  const log = audit.open();
  registry.observe(
    new AuditObserver(log, {
      secrets: () => ({ names: ['password'] }),
      longest: 20,
      sync: false,
      refuses: true,
      log: silentLogger,
      ...options,
    }),
  );
  const records = () => readAudit(audit.directory).filter(({ type }) => type === 'call');
  return { audit, registry, records, log };
}

test('secrets are hidden, wherever they are: in another tool’s arguments, in JSON text, under names nobody knows', async () => {
  const { registry, records, audit } = audited();
  await registry.call('login', { user: 'ada', password: 'hunter22' });
  await registry.call('login', { user: 'ada', pasword: 'hunter22' });
  await registry.call('forward', { arguments: { user: 'ada', password: 'hunter22' } });
  await registry.call('forward', { arguments: '{"password":"hunter22"}' as never });
  await registry.call('logni', { password: 'hunter22', user: 'hunter22' }).catch(() => undefined);
  expect(records().map(({ args }) => args)).toEqual([
    { user: 'ada', password: '•••' },
    { user: 'ada', pasword: '•••' },
    { arguments: { user: 'ada', password: '•••' } },
    { arguments: '{"password":"•••"}' },
    { password: '•••', user: '•••' },
  ]);
  expect(JSON.stringify(records())).not.toContain('hunter22');
  expect(audit.problems()).toEqual([]);
});

test('of a long text the beginning, the length and the hash are kept, and a record stays small', async () => {
  const { registry, records } = audited();
  await registry.call('long', { text: 'x'.repeat(50_000) });
  await registry.call('long', { items: Array.from({ length: 1_000 }, () => ['y'.repeat(10)]) });
  const deep = (levels: number): unknown =>
    levels ? Array.from({ length: 9 }, () => deep(levels - 1)) : 'z';
  await registry.call('long', { items: deep(5) as never });
  const [text, items, nested] = records();
  expect(text!.args).toEqual({
    text: { begins: 'x'.repeat(20), characters: 50_000, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect((items!.args!['items'] as unknown[]).at(-1)).toBe('… 950 more');
  expect(JSON.stringify(nested).length).toBeLessThan(2_000);
});

test('in what a call ended, in one word', async () => {
  const { registry, records } = audited();
  await registry.call('login', { user: 'ada', password: 'x' });
  await registry.call('forward', { arguments: {} });
  await registry.call('slow', {}, { door: 'tool', timeoutSeconds: 0.01 });
  await registry.call('slow', {}, { door: 'tool', signal: AbortSignal.abort() });
  await registry.call('login', {});
  expect(records().map(({ outcome, error }) => `${outcome}: ${error?.slice(0, 12)}`)).toEqual([
    'ok: undefined',
    'failed: no',
    expect.stringMatching(/^timeout: /),
    expect.stringMatching(/^cancelled: /),
    expect.stringMatching(/^refused: /),
  ]);
});

test('an answer can wait for the disk itself', async () => {
  const { registry, records } = audited({ sync: true });
  const answer = registry.callNow('login', { user: 'ada', password: 'x' }, { door: 'client' });
  expect(answer).toBeInstanceOf(Promise);
  await Promise.all([answer, ...[1, 2, 3].map(() => registry.call('login', { user: 'ada', password: 'x' }))]);
  expect(records()).toHaveLength(4);
});

test('calls are taken again as soon as they can be recorded, and how many are not is recorded', async () => {
  const { registry, audit, log } = audited();
  // Without its directory no chain can be begun; the clock is set forward so that it is tried again.
  const broken = jest.spyOn(log, 'append').mockImplementation(() => {
    throw new Error('ENOSPC');
  });
  const call = () => registry.call('login', { user: 'ada', password: 'x' });
  expect(await call()).toMatchObject({ isError: true, result: { errorType: 'audit_failed' } });
  expect(await call()).toMatchObject({ result: { error: expect.stringContaining('was not carried out') } });
  broken.mockRestore();
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + 1_000);
  expect(await call()).toMatchObject({ isError: false });
  jest.restoreAllMocks();
  const types = readAudit(audit.directory).map(({ type }) => type);
  expect(types).toEqual(['file', 'open', 'resumed', 'call']);
  expect(audit.notes().join()).toMatch('2 calls before it are not recorded: ENOSPC');
});

test('the first call is refused while no chain can be opened, and calls are taken as soon as one can', async () => {
  const { registry, audit, records } = audited();
  mkdirSync(audit.directory);
  writeFileSync(audit.path('1'), 'in the way');
  const call = () => registry.call('login', { user: 'ada', password: 'x' });
  const error = expect.stringContaining('login was not carried out') as string;
  expect(await call()).toMatchObject({ isError: true, result: { errorType: 'audit_failed', error } });
  expect(await call()).toMatchObject({ result: { error } });
  rmSync(audit.path('1'));
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + 1_000);
  expect(await call()).toMatchObject({ isError: false });
  jest.restoreAllMocks();
  expect(records()).toHaveLength(1);
  expect(audit.notes().join()).toMatch('2 calls before it are not recorded: ENOTDIR');
});

test('a secret of a wrong type is not in the record either, nor in the error that it ended in', async () => {
  const { registry, records } = audited();
  await registry.call('login', { user: 'ada', password: 42_424_242 });
  await registry.call('login', { user: 7_000_007, password: ['hunter22'] });
  expect(records()).toHaveLength(2);
  expect(JSON.stringify(records())).not.toMatch(/42424242|hunter22/);
});

test('a record has the members that are known of its call, and no others', async () => {
  const { registry, records } = audited();
  const client = { name: 'claude-code', version: '2.1.0' };
  await registry.call('login', { user: 'ada', password: 'x' });
  const session = { id: 's1', principal: 'ada', client };
  await registry.call('login', { user: 'ada', password: 'x' }, { door: 'client', session });
  await registry.call('login', { user: 'ada', password: 'x' }, { door: 'client', session: { id: 's2' } });
  const [alone, of, anonymous] = records();
  const members = ['chain', 'n', 'at', 'type', 'id', 'kind', 'name', 'door', 'args', 'outcome', 'ms', 'hash'];
  expect(Object.keys(alone!).sort()).toEqual(members.sort());
  expect(of!.who).toEqual({ principal: 'ada', session: 's1', client: 'claude-code 2.1.0' });
  expect(anonymous!.who).toEqual({ session: 's2' });
});

describe('a call that can’t be put into words', () => {
  const hostile = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) as unknown;
  const noText = Object.create(null) as string;

  test('is recorded, and keeps nobody else from being served', async () => {
    const { registry, records, audit } = audited({ secrets: () => ({ names: [] }) });
    for (const args of [{ text: hostile }, { items: [hostile] }]) {
      expect(await registry.call('long', args)).not.toMatchObject({ result: { errorType: 'audit_failed' } });
      expect(await registry.call('login', { user: 'ada', password: 'x' })).toMatchObject({ isError: false });
    }
    expect(records().map(({ name }) => name)).toEqual(['long', 'login', 'long', 'login']);
    expect(audit.problems()).toEqual([]);
  });

  test.each([
    ['a client whose name is no text', 'login', { client: { name: noText, version: '1' } }, 'ok'],
    ['a tool whose failure is no text', 'odd', {}, 'failed'],
    ['an answer whose text is none', 'odd_blocks', {}, 'ok'],
  ])('%s', async (_, name, session, outcome) => {
    const { registry, records, audit } = audited();
    const inputSchema = { type: 'object', properties: {} } as const;
    registry.register([
      defineTool({ name: 'odd', description: 'O.', inputSchema, run: () => Result.failure(noText, 'odd') }),
      defineTool({
        name: 'odd_blocks',
        description: 'O.',
        inputSchema,
        run: () => new ToolResult([{ type: 'text', text: noText }]),
      }),
    ]);
    const args = name === 'login' ? { user: 'ada', password: 'x' } : {};
    const who = { id: 's', principal: 'ada', ...session };
    const answer = await registry.call(name, args, { door: 'client', session: who });
    expect(answer).not.toMatchObject({ result: { errorType: 'audit_failed' } });
    expect(records()).toMatchObject([{ name, outcome, who: { principal: 'ada' } }]);
    expect(audit.problems()).toEqual([]);
  });
});

test('the value of a secret is hidden in the error of its own tool, whether that fails or throws', async () => {
  const { registry, records } = audited();
  const inputSchema = { type: 'object', properties: { password: { type: 'string' } } } as const;
  registry.register([
    defineTool({
      name: 'fails',
      description: 'Fails.',
      inputSchema,
      run: ({ password }) => Result.failure(`${'x'.repeat(495)} ${password as string}`, 'wrong'),
    }),
    defineTool({
      name: 'throws',
      description: 'Throws.',
      inputSchema,
      run: ({ password }) => {
        throw new Error(`wrong: ${password as string}`);
      },
    }),
  ]);
  for (const name of ['fails', 'throws']) await registry.call(name, { password: 'hunter22' });
  expect(records().map(({ error }) => error)).toEqual([
    expect.stringMatching(/^x+ •••$/),
    expect.stringContaining('wrong: •••'),
  ]);
  expect(JSON.stringify(records())).not.toContain('hunt');
});
