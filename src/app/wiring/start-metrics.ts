import { exceptionMessage } from '../../base/exception';
import type { EndpointNumbers, MetricsPage } from '../../serve/http/http-metrics';
import type { OperationLoad } from '../../operations/operation-engine';
import { CallMetrics } from '../../telemetry/call-metrics';
import { PROMETHEUS_TYPE, PrometheusPage, type Gauge } from '../../telemetry/prometheus-page';
import type { Setup } from '../pack';

/** Measures a server, and returns the page that Prometheus reads. */
export function startMetrics(setup: Setup): MetricsPage {
  const { config, registry, onClose } = setup;
  const calls = new CallMetrics();
  registry.observe(calls);
  let numbers: EndpointNumbers | undefined;
  const page = new PrometheusPage(calls, async () => [
    ...(numbers ? ofEndpoint(numbers) : []),
    ...(await ofOperations(setup)),
  ]);
  onClose(() => page.close());
  return {
    access: config.http.metrics === 'authenticated' ? 'authenticated' : 'local',
    type: PROMETHEUS_TYPE,
    text: (known) => {
      numbers = known;
      return page.text();
    },
  };
}

function ofEndpoint({ sessions, active, tooMany, unauthorised }: EndpointNumbers): Gauge[] {
  return [
    { name: 'toolwright_sessions', help: 'Sessions of older clients', type: 'gauge', value: sessions },
    { name: 'toolwright_requests_running', help: 'Requests being answered', type: 'gauge', value: active },
    {
      name: 'toolwright_rate_limited_total',
      help: 'Requests beyond their rate',
      type: 'counter',
      value: tooMany,
    },
    {
      name: 'toolwright_unauthorised_total',
      help: 'Requests let in nowhere',
      type: 'counter',
      value: unauthorised,
    },
  ];
}

// An engine that was never needed isn't made to be asked. One that can't be reached is when the rest of the page is needed most.
async function ofOperations(setup: Setup): Promise<Gauge[]> {
  const { operationsIfMade } = await import('./make-operations.js');
  try {
    const load = await (await operationsIfMade(setup))?.engine.load();
    return load ? [reachable(1), ...ofLoad(load)] : [];
  } catch (error) {
    setup.log.named('metrics').warning(`The operations can't be counted: ${exceptionMessage(error)}`);
    return [reachable(0)];
  }
}

function reachable(value: 0 | 1): Gauge {
  const help = 'Whether the engine of operations, such as a Redis, answers';
  return { name: 'toolwright_operations_reachable', help, type: 'gauge', value };
}

function ofLoad(load: OperationLoad): Gauge[] {
  return [
    { name: 'toolwright_operations_running', help: 'Operations running', type: 'gauge', value: load.running },
    { name: 'toolwright_operations_waiting', help: 'Operations waiting', type: 'gauge', value: load.waiting },
    {
      name: 'toolwright_operations_oldest_waiting_seconds',
      help: 'How long the first of those that wait has been waiting',
      type: 'gauge',
      value: load.oldestWaitingMs / 1000,
    },
  ];
}
