import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND, ServerProcess, SERVE } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';
import {
  awaitedSpans,
  CLIENT_META,
  CLIENT_SPAN,
  CLIENT_TRACE,
  exportedLines,
  TRACING,
  writtenSpans,
} from '../support/written-spans';

// The built server with OpenTelemetry's own SDK, registered as a user does: with `--require`.
const BACKGROUND_APP = join(__dirname, '..', 'fixtures', 'telemetry', 'shared-app.cjs');

async function traced(config = '', registered = true, run: readonly string[] = SERVE) {
  const directory = temporaryDirectory('tw-telemetry');
  const file = join(directory, 'spans.jsonl');
  writeFileSync(join(directory, 'toolwright.yaml'), `roots: [.]\n${config}`);
  const server = new ServerProcess(['--prefix', '', '--config', 'toolwright.yaml'], {
    cwd: directory,
    env: { HOME: directory, SPANS_FILE: file },
    run: [...(registered ? ['--require', TRACING] : []), ...run],
  });
  await server.initialize();
  const call = (name: string, args: object) =>
    server.request('tools/call', { name, arguments: args, _meta: CLIENT_META });
  const spans = () => writtenSpans(file);
  return { server, call, spans, file, directory };
}

test('one trace from the client through code, inner calls and commands', async () => {
  const { server, call, spans } = await traced(
    'tools:\n  execute_command: { allowed_commands: [printenv], environment: [TRACEPARENT] }\n',
  );
  const code = 'const { stdout } = await tools.execute_command({ command: "printenv TRACEPARENT" });\nstdout';
  const answer = JSON.stringify(await call('run', { command: code }));
  await server.end();
  const found = spans();
  expect(found.map(({ name }) => name)).toEqual(['execute_tool execute_command', 'tools/call run']);
  const [command, run] = found;
  expect(run).toMatchObject({
    kind: 1,
    traceId: CLIENT_TRACE,
    parent: CLIENT_SPAN,
    attributes: {
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'run',
      'toolwright.door': 'client',
      'mcp.session.id': expect.any(String),
    },
  });
  expect(command).toMatchObject({ kind: 0, traceId: CLIENT_TRACE, parent: run!.spanId });
  expect(answer).toContain(`00-${CLIENT_TRACE}-${command!.spanId}-01`);
});

test('what runs in the background of the same process is in the trace that began it, and linked to none', async () => {
  const { server, call, file } = await traced('', true, [COMMAND, 'serve', '--app', BACKGROUND_APP]);
  await Promise.all([call('report', {}), call('report', {})]);
  const found = await awaitedSpans(file, 10);
  await server.end();
  const doors = found.filter(({ name }) => name === 'tools/call report').map(({ spanId }) => spanId);
  const begun = found.filter(({ name }) => name === 'execute_tool report');
  expect(begun.map(({ parent }) => parent).sort()).toEqual(doors.sort());
  expect(found.map(({ traceId, links }) => [traceId, links])).toEqual(found.map(() => [CLIENT_TRACE, 0]));
});

test('a command is not told where the operator doesn’t list it', async () => {
  const { server, call } = await traced('tools:\n  execute_command: { allowed_commands: [printenv] }\n');
  const answer = JSON.stringify(await call('execute_command', { command: 'printenv TRACEPARENT' }));
  await server.end();
  expect(answer).not.toContain(CLIENT_TRACE);
});

test('refusals, failures and unknown tools are errors, with the rule that refused; durations are measured', async () => {
  const { server, call, spans, file } = await traced();
  await call('read_file', { path: '/etc/shadow' });
  await call('read_file', { path: 'nowhere' });
  await call('no_such_tool', {});
  const counted = (line: object): boolean => JSON.stringify(line).includes('_OTHER');
  for (let left = 100; left && !exportedLines(file).some(counted); left--)
    await new Promise((resolve) => setTimeout(resolve, 100));
  await server.end();
  const [refused, failed, unknown] = spans();
  expect(refused!.attributes).toMatchObject({
    'error.type': 'tool_error',
    'toolwright.refused_by': 'policy',
    'toolwright.policy.rule': expect.stringContaining('roots'),
  });
  expect(failed).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'tool_error' } });
  expect(unknown).toMatchObject({
    name: 'tools/call',
    attributes: { 'error.type': '-32001', 'rpc.response.status_code': '-32001' },
  });
  const measured = exportedLines(file).findLast((line) => line['metric'] === 'mcp.server.operation.duration');
  const tools = (measured!['points'] as { attributes: Record<string, unknown> }[]).map(
    ({ attributes }) => attributes['gen_ai.tool.name'],
  );
  expect(new Set(tools)).toEqual(new Set(['read_file', '_OTHER']));
});

test('nothing is traced where nobody registered a provider, or where it is off', async () => {
  for (const [config, registered] of [
    ['', false],
    ['telemetry: off\n', true],
  ] as const) {
    const { server, call, spans } = await traced(config, registered);
    await call('echo', { message: 'x' });
    await server.end();
    expect(spans()).toEqual([]);
  }
});

test('with a part to sample, only what is drawn or what clients decided is traced; durations of all calls are measured', async () => {
  const { server, call, spans, file } = await traced('telemetry: { sample: 0 }\n');
  for (let n = 0; n < 3; n++)
    await server.request('tools/call', { name: 'echo', arguments: { message: 'x' } });
  await call('echo', { message: 'traced' });
  const counts = (): number[] =>
    exportedLines(file)
      .filter((line) => line['metric'] === 'mcp.server.operation.duration')
      .map((line) => (line['points'] as { count: number }[])[0]!.count);
  for (let left = 100; left && !counts().includes(4); left--)
    await new Promise((resolve) => setTimeout(resolve, 100));
  await server.end();
  expect(counts()).toContain(4);
  expect(spans().map(({ traceId, name }) => [traceId, name])).toEqual([[CLIENT_TRACE, 'tools/call echo']]);
});
