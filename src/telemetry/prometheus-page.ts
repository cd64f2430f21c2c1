import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { PAGE_BUCKETS, type CallMetrics } from './call-metrics';

/** A number that something else knows when it is asked. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly value: number;
}

/** The media type of the page. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Writes everything that is measured as Prometheus reads it. */
export class PrometheusPage {
  private readonly delay: IntervalHistogram = monitorEventLoopDelay({ resolution: 20 });

  constructor(
    private readonly calls: CallMetrics,
    private readonly others: () => Promise<readonly Gauge[]>,
  ) {
    this.delay.enable();
  }

  async text(): Promise<string> {
    const gauges = [...(await this.others()), ...this.ofProcess()];
    return [...this.ofCalls(), ...gauges.flatMap(linesOf), ''].join('\n');
  }

  close(): void {
    this.delay.disable();
  }

  private ofCalls(): string[] {
    const counts: string[] = [];
    const times: string[] = [];
    for (const { labels, outcomes, buckets, sum, count } of this.calls.all()) {
      for (const [outcome, number] of Object.entries(outcomes))
        counts.push(`toolwright_calls_total{${labels},outcome="${outcome}"} ${number}`);
      let below = 0;
      PAGE_BUCKETS.forEach((bucket, index) => {
        below += buckets[index]!;
        times.push(`toolwright_call_duration_seconds_bucket{${labels},le="${bucket}"} ${below}`);
      });
      times.push(
        `toolwright_call_duration_seconds_bucket{${labels},le="+Inf"} ${count}`,
        `toolwright_call_duration_seconds_sum{${labels}} ${sum}`,
        `toolwright_call_duration_seconds_count{${labels}} ${count}`,
      );
    }
    return [
      ...headOf('toolwright_calls_total', 'counter', 'Calls by tool, door and outcome'),
      ...counts,
      ...headOf('toolwright_call_duration_seconds', 'histogram', 'How long calls took'),
      ...times,
    ];
  }

  // The delay since the page was read last.
  private ofProcess(): Gauge[] {
    const { heapUsed, rss } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const seconds = (nanoseconds: number): number => (Number.isNaN(nanoseconds) ? 0 : nanoseconds / 1e9);
    const [mean, p99] = [seconds(this.delay.mean), seconds(this.delay.percentile(99))];
    this.delay.reset();
    const gauge = (name: string, help: string, value: number): Gauge => ({
      name,
      help,
      type: 'gauge',
      value,
    });
    return [
      gauge('toolwright_calls_running', 'Calls under way', this.calls.running),
      gauge(
        'toolwright_event_loop_delay_seconds',
        'Mean delay of the event loop since the last reading',
        mean,
      ),
      gauge('toolwright_event_loop_delay_p99_seconds', 'The same, 99th percentile', p99),
      gauge('process_resident_memory_bytes', 'Resident memory', rss),
      gauge('nodejs_heap_size_used_bytes', 'Used heap', heapUsed),
      { name: 'process_cpu_seconds_total', help: 'CPU time', type: 'counter', value: (user + system) / 1e6 },
      gauge('process_uptime_seconds', 'How long the process has been running', process.uptime()),
    ];
  }
}

function linesOf({ name, help, type, value }: Gauge): string[] {
  return [...headOf(name, type, help), `${name} ${value}`];
}

function headOf(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}
