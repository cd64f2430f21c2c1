import type { CallKind } from '../../../src/calls/call-report';
import { OpenCallReport } from '../../../src/calls/open-call-report';
import { ToolError, ToolNotFoundError } from '../../../src/errors';
import {
  attributesOf,
  errorTypeOf,
  hasFailed,
  measuredAttributes,
  spanName,
  statusCodeOf,
} from '../../../src/telemetry/call-attributes';
import type { Door } from '../../../src/tool-context';

class Coded extends ToolError {
  constructor(override readonly code: number) {
    super('wrong');
  }
}

function reportOf(kind: CallKind, error?: unknown, door: Door = 'client', known = true): OpenCallReport {
  const report = new OpenCallReport(kind, 'greet', {}, { door, session: { id: 's', principal: 'ada' } });
  report.error = error;
  report.known = known;
  return report;
}

test.each([-32700, -32600, -32601, -32602, -32002])(
  'the mistake %d of a client is an outcome, and no error of the server',
  (code) => {
    const report = reportOf('prompt', new Coded(code));
    expect([errorTypeOf(report), statusCodeOf(report.error), hasFailed(report)]).toEqual([
      undefined,
      String(code),
      true,
    ]);
    expect(errorTypeOf(reportOf('prompt', new Coded(code), 'run'))).toBe(String(code));
  },
);

test.each([
  ['-32603', new Error('broken')],
  ['-32001', new ToolNotFoundError('greet')],
])('%s is an error of the server', (code, error) => {
  expect(errorTypeOf(reportOf('tool', error))).toBe(code);
});

test('a span is named and described by what is called, a metric without what a client makes up', () => {
  const [tool, prompt, resource] = (['tool', 'prompt', 'resource'] as const).map((kind) => reportOf(kind));
  expect([tool!, prompt!, resource!].map((report) => spanName(report, true))).toEqual([
    'tools/call greet',
    'prompts/get greet',
    'resources/read',
  ]);
  expect(spanName(reportOf('tool', undefined, 'run'), true)).toBe('execute_tool greet');
  expect(attributesOf(tool!)).toEqual({
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'greet',
    'toolwright.door': 'client',
    'mcp.session.id': 's',
    'enduser.id': 'ada',
  });
  expect(attributesOf(prompt!)).toMatchObject({ 'gen_ai.prompt.name': 'greet' });
  expect(attributesOf(resource!)).toMatchObject({ 'mcp.resource.uri': 'greet' });
  const nameIn = (report: OpenCallReport): unknown => {
    const attributes = measuredAttributes(report, undefined);
    return attributes['gen_ai.tool.name'] ?? attributes['gen_ai.prompt.name'];
  };
  const unknown = (kind: CallKind): OpenCallReport => reportOf(kind, new Coded(-32002), 'client', false);
  expect([tool!, unknown('tool'), prompt!, unknown('prompt')].map(nameIn)).toEqual([
    'greet',
    '_OTHER',
    'greet',
    '_OTHER',
  ]);
  expect(measuredAttributes(reportOf('prompt', new Coded(-32603)), '-32603')).toEqual({
    'mcp.method.name': 'prompts/get',
    'gen_ai.prompt.name': 'greet',
    'rpc.response.status_code': '-32603',
    'error.type': '-32603',
  });
  expect(measuredAttributes(resource!, undefined)).toEqual({ 'mcp.method.name': 'resources/read' });
});

test('a span carries no more of a name than is needed, however long a caller makes it', () => {
  for (const kind of ['tool', 'prompt', 'resource'] as const) {
    const report = new OpenCallReport(kind, 'n'.repeat(3_000_000), {}, { door: 'client' });
    expect(spanName(report, true).length).toBeLessThan(200);
    expect(JSON.stringify(attributesOf(report)).length).toBeLessThan(400);
  }
});
