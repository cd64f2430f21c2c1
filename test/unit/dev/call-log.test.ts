import { CallLog } from '../../../src/dev/call-log';
import type { DeclaredArguments } from '../../../src/dev/declared-arguments';

const plain = (text: string): string => text;
const colour = { red: plain, green: plain, yellow: plain, dim: plain, bold: plain };
const logged = (): { log: CallLog; text: () => string } => {
  let text = '';
  const log = new CallLog({ write: (more) => void (text += more), colour, now: () => new Date(0) });
  return { log, text: () => text };
};
const failure = (message: string) => ({
  result: {
    isError: true,
    content: [
      { type: 'text', text: JSON.stringify({ success: false, error: `Tool execution failed: ${message}` }) },
    ],
  },
});
const declared = { secrets: ['password'], tools: {}, prompts: {} };
const call = (params: object = { name: 'bug', arguments: {} }) => ({
  request: { method: 'tools/call', params },
  began: performance.now(),
  declared,
});

test('a call that threw is logged with the lines of the author’s code, once', () => {
  const { log, text } = logged();
  log.threw('nope', ['at Bug.run (/app/src/bug.ts:3:11)']);
  log.answered(call(), failure('other'));
  expect(text()).not.toContain('bug.ts');
  log.answered(call(), failure('nope'));
  expect(text()).toMatch(
    /✗ bug [\d.]+ ms {2}Tool execution failed: nope\n {4}at Bug\.run \(\/app\/src\/bug\.ts:3:11\)\n$/,
  );
  log.answered(call(), failure('nope'));
  expect(text().match(/bug\.ts/g)).toHaveLength(1);
});

test('a message that is too long for the log still finds its lines', () => {
  const { log, text } = logged();
  log.threw('x'.repeat(1000), ['at Bug.run (/app/src/bug.ts:3:11)']);
  log.answered(call(), failure('x'.repeat(1000)));
  expect(text()).toContain('bug.ts:3:11');
});

describe('an operation that failed in the background', () => {
  const id = 'op_6cIDbuzzdiyMMxyJt42t1A';
  const params = { name: 'slow', arguments: { password: 'hunter2' } };
  const declared: DeclaredArguments = {
    secrets: ['password'],
    tools: { slow: { properties: { password: { type: 'string' } } } },
    prompts: {},
  };
  const begun = { result: { content: [{ type: 'text', text: `{"job_id":"${id}"}` }] } };
  const failed = failure('boom hunter2').result;
  const awaited = {
    result: {
      content: [{ type: 'text', text: `${id} (slow): Failed after 1.5 s\n${failed.content[0]!.text}` }],
    },
  };
  const task = (method: string) => ({
    request: { method, params: { taskId: id } },
    began: performance.now(),
    declared,
  });

  test.each([
    ['await', call({ name: 'await', arguments: { id } }), awaited],
    ['tasks/result', task('tasks/result'), { result: failed }],
    ['tasks/get', task('tasks/get'), { result: { taskId: id, status: 'completed', result: failed } }],
    [
      'tasks/get',
      task('tasks/get'),
      { result: { taskId: id, status: 'failed', error: { message: 'boom hunter2' } } },
    ],
  ])('is logged as what it was, and %s as the success that it is', (name, request, reply) => {
    const { log, text } = logged();
    log.answered({ ...call(params), declared }, begun);
    log.threw('boom hunter2', ['at Slow.run (/app/src/slow.ts:3:11)']);
    log.answered(request, reply);
    expect(text()).toMatch(
      new RegExp(
        `✓ ${name} .*\\n.*✗ operation ${id} of slow failed in the background  .*boom •••\\n    at Slow\\.run`,
      ),
    );
    expect(text()).not.toContain('hunter2');
  });

  test.each([{ task: { taskId: id } }, { taskId: id, resultType: 'task' }])(
    'is known by its task too (%j)',
    (result) => {
      const { log, text } = logged();
      log.answered({ ...call(params), declared }, { result });
      log.answered(task('tasks/result'), { result: failed });
      expect(text()).toMatch(/of slow failed in the background {2}.*boom •••\n$/);
    },
  );

  test('of which nothing else is known is logged without its reason, which may have a secret in it', () => {
    const { log, text } = logged();
    log.answered(call({ name: 'await', arguments: { id } }), awaited);
    expect(text()).not.toContain('hunter2');
  });

  test('a request that itself fails is one', () => {
    const { log, text } = logged();
    log.answered(task('tasks/result'), { error: { code: -32602, message: 'unknown task' } });
    expect(text()).toMatch(/✗ tasks\/result .* unknown task\n$/);
  });
});
