import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';
import type { CallOptions } from '../../../src/calls/call-context';
import { defineTool } from '../../../src/index';
import { ToolRegistry } from '../../../src/registries/tool-registry';
import { HeadSampling } from '../../../src/telemetry/head-sampling';
import { TraceObserver } from '../../../src/telemetry/trace-observer';
import { background } from '../../support/background';
import { CLIENT_SPAN, CLIENT_TRACE } from '../../support/written-spans';

// Which calls are traced where the server samples by itself, with OpenTelemetry's own SDK.
const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

beforeAll(() => {
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.trace.setGlobalTracerProvider(provider);
});
afterEach(() => exporter.reset());
afterAll(() => {
  api.context.disable();
  api.trace.disable();
});

function sampled(part: number): (options?: Partial<CallOptions>) => Promise<ReadableSpan[]> {
  const registry = new ToolRegistry([
    defineTool({
      name: 'inner',
      description: 'Answers.',
      inputSchema: { type: 'object' },
      run: () => 'done',
    }),
    defineTool({
      name: 'outer',
      description: 'Calls another.',
      inputSchema: { type: 'object' },
      run: async (_, context) => (await context.call('inner', {})).isError,
    }),
  ]);
  const refuse = (problem: string): never => {
    throw new Error(problem);
  };
  registry.observe(new TraceObserver(api, '1', (text) => text, refuse, new HeadSampling(api, part)));
  return async (options) => {
    await registry.call('outer', {}, { door: 'client', ...options });
    return exporter.getFinishedSpans();
  };
}

const traceOf = (flags: string) => ({ traceparent: `00-${CLIENT_TRACE}-${CLIENT_SPAN}-${flags}` });
const names = (spans: readonly ReadableSpan[]): string[] => spans.map(({ name }) => name);

test('the client’s decision counts, whatever part is drawn', async () => {
  const traced = await sampled(0)({ trace: traceOf('01') });
  expect(names(traced)).toEqual(['execute_tool inner', 'tools/call outer']);
  expect(traced[1]!.parentSpanContext!.spanId).toBe(CLIENT_SPAN);
  exporter.reset();
  expect(await sampled(0.999_999)({ trace: traceOf('00') })).toEqual([]);
  expect(names(await sampled(0)({ trace: traceOf('03') }))).toContain('tools/call outer');
});

test('without one, calls are drawn, and what a call makes is traced exactly if it is', async () => {
  expect(await sampled(0)()).toEqual([]);
  const call = sampled(0.5);
  for (let n = 0; n < 400; n++) await call();
  const spans = exporter.getFinishedSpans();
  const outer = spans.filter(({ name }) => name === 'tools/call outer');
  const inner = spans.filter(({ name }) => name === 'execute_tool inner');
  expect(outer.length).toBeGreaterThan(100);
  expect(outer.length).toBeLessThan(300);
  expect(inner.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(
    outer.map((span) => span.spanContext().spanId),
  );
});

test('a span around the call decides where the client doesn’t', async () => {
  const tracer = provider.getTracer('test');
  const around = tracer.startSpan('request');
  const within = <T>(context: api.SpanContext, work: () => T): T =>
    api.context.with(api.trace.setSpanContext(api.ROOT_CONTEXT, context), work);
  const traced = await within(around.spanContext(), () => sampled(0)());
  expect(names(traced)).toEqual(['execute_tool inner', 'tools/call outer']);
  exporter.reset();
  const unsampled = { ...around.spanContext(), traceFlags: api.TraceFlags.NONE };
  expect(await within(unsampled, () => sampled(0.999_999)())).toEqual([]);
});

test('an operation whose call was not traced isn’t drawn again', async () => {
  const call = sampled(0.999_999);
  expect(await call({ door: 'operation', trace: { call: 'elsewhere-1' } })).toEqual([]);
  expect(
    names(await call({ door: 'operation', trace: { call: 'elsewhere-1', ...traceOf('01') } })),
  ).toHaveLength(2);
});

test('an inner call is not drawn by a span that its tool made', async () => {
  const active = api.trace.setSpan(api.ROOT_CONTEXT, provider.getTracer('test').startSpan('own work'));
  expect(names(await api.context.with(active, () => sampled(0)({ door: 'tool' })))).toEqual([]);
});

test('an operation that waited is not drawn by the call whose end let it begin', async () => {
  const tool = defineTool({
    name: 'later',
    description: 'Answers later.',
    inputSchema: { type: 'object' },
    synchronous: false,
    run: () => new Promise((resolve) => setImmediate(() => resolve('done'))),
  });
  const { registry, engine } = background([tool], { inlineWaitMs: 10_000, limits: { maxRunning: 1 } });
  const refuse = (problem: string): never => {
    throw new Error(problem);
  };
  registry.observe(new TraceObserver(api, '1', (text) => text, refuse, new HeadSampling(api, 0)));
  const session = { id: 'a client' };
  await Promise.all([
    registry.call('later', {}, { door: 'client', session, trace: traceOf('01') }),
    registry.call('later', {}, { door: 'client', session }),
  ]);
  await engine.shutdown(0, 'end of the test');
  expect(names(exporter.getFinishedSpans())).toEqual(['execute_tool later', 'tools/call later']);
});
