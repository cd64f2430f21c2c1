import * as api from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { defineTool } from '../../../src/index';
import { hideValues } from '../../../src/base/hide-values';
import { ToolRegistry } from '../../../src/registries/tool-registry';
import { TraceObserver } from '../../../src/telemetry/trace-observer';

test('a span shows no secret that a tool put into its error', async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const traced = { ...api, trace: { ...api.trace, getTracer: () => provider.getTracer('test') } };
  const registry = new ToolRegistry([
    defineTool({
      name: 'login',
      description: 'Logs in.',
      inputSchema: { type: 'object', properties: { password: { type: 'string', writeOnly: true } } },
      run: ({ password }) => {
        throw new Error(`wrong: ${password as string}`);
      },
    }),
  ]);
  registry.observe(
    new TraceObserver(
      traced as never,
      '1',
      (text, args) => hideValues(text, args, registry.get('login')!.secrets),
      (problem) => {
        throw new Error(problem);
      },
    ),
  );
  await registry.call('login', { password: 'hunter22' });
  const [span] = exporter.getFinishedSpans();
  expect(span!.status.message).toContain('wrong: •••');
  expect(JSON.stringify([span!.attributes, span!.status, span!.events])).not.toContain('hunter22');
});
