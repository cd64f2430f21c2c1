import * as api from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { defineTool } from '../../../src/index';
import { hideValues } from '../../../src/json/hide-values';
import { ToolRegistry } from '../../../src/registries/tool-registry';
import { TraceObserver } from '../../../src/telemetry/trace-observer';

test('a span shows no secret that a tool put into its error', async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const traced = { ...api, trace: { ...api.trace, getTracer: () => provider.getTracer('test') } };
  const password = { type: 'string', writeOnly: true } as const;
  const registry = new ToolRegistry([
    defineTool({
      name: 'login',
      description: 'Logs in.',
      inputSchema: { type: 'object', properties: { password, login: { properties: { password } } } },
      run: (args) => {
        throw new Error(`wrong: ${(args['password'] ?? args['login']) as string}`);
      },
    }),
  ]);
  registry.observe(
    new TraceObserver(
      traced as never,
      '1',
      (text, { args, tool }) =>
        hideValues(text, args, tool!.describe().inputSchema, { names: tool!.secrets }),
      (problem) => {
        throw new Error(problem);
      },
    ),
  );
  await registry.call('login', { password: 'hunter22' });
  await registry.call('login', { login: 'ada:hunter22' });
  const spans = exporter.getFinishedSpans();
  expect(spans).toHaveLength(2);
  for (const { status, attributes, events } of spans) {
    expect(status.message).toContain('wrong: •••');
    expect(JSON.stringify([attributes, status, events])).not.toContain('hunter22');
  }
});
