// What OpenTelemetry's SDK costs by itself: a span with the attributes of a call, made active and ended, with nothing of ours.
const path = require('node:path');
require(path.join(__dirname, '../test/fixtures/telemetry/batch.cjs'));
const { context, trace, ROOT_CONTEXT, SpanKind } = require('@opentelemetry/api');

const CALLS = 50_000;
const ROUNDS = 9;
const tracer = trace.getTracer('bare');
const attributes = {
  'mcp.method.name': 'tools/call',
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'echo',
  'toolwright.door': 'client',
  'mcp.session.id': 'pipe-1',
};

function traced() {
  const span = tracer.startSpan('tools/call echo', { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
  context.with(trace.setSpan(ROOT_CONTEXT, span), () => undefined);
  span.end();
}

async function main() {
  const costs = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let done = 0; done < CALLS; done += 100) {
      for (let each = 0; each < 100; each++) traced();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / CALLS);
  }
  const median = costs.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)];
  console.log(`a bare span, ${Number(process.env.SAMPLED) * 100} % sampled: ${median.toFixed(2)} µs`);
  process.exit(0);
}

void main();
