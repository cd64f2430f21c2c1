import type { CallObserver } from '../calls/call-observer';
import type { CallKind, CallReport } from '../calls/call-report';
import { hasFailed } from './call-attributes';

/** Numbers of the calls of one tool, prompt or kind of resource with one door. */
interface Counted {
  readonly labels: string;
  readonly outcomes: Record<string, number>;
  readonly buckets: number[];
  sum: number;
  count: number;
}

/** The upper ends of the histogram's buckets, in seconds. */
export const PAGE_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300] as const;

// More than any server has tools; what comes after counts as one.
const MOST_NAMES = 2_000;
const OTHER = '_OTHER';

/** Counts and times calls, by tool, door and outcome; what there is no tool of counts as `_OTHER`. */
export class CallMetrics implements CallObserver {
  private readonly kinds: Record<CallKind, Map<string, Map<string, Counted>>> = {
    tool: new Map(),
    prompt: new Map(),
    resource: new Map(),
  };
  /** How many calls are under way. */
  running = 0;

  begin(): void {
    this.running++;
  }

  end(report: CallReport): void {
    this.running--;
    const counted = this.counted(report);
    const outcome = report.refusedBy ? 'refused' : hasFailed(report) ? 'failed' : 'ok';
    counted.outcomes[outcome] = (counted.outcomes[outcome] ?? 0) + 1;
    const seconds = report.took / 1000;
    let index = 0;
    while (index < PAGE_BUCKETS.length && seconds > PAGE_BUCKETS[index]!) index++;
    counted.buckets[index]!++;
    counted.sum += seconds;
    counted.count++;
  }

  /** Everything that was counted so far. */
  *all(): Iterable<Readonly<Counted>> {
    for (const names of Object.values(this.kinds)) for (const doors of names.values()) yield* doors.values();
  }

  private counted(report: CallReport): Counted {
    const { door } = report;
    const names = this.kinds[report.kind];
    const name = nameOf(report, names);
    let doors = names.get(name);
    if (!doors) names.set(name, (doors = new Map<string, Counted>()));
    let counted = doors.get(door);
    if (!counted) {
      const labels = `kind="${report.kind}",name="${escaped(name)}",door="${door}"`;
      doors.set(
        door,
        (counted = { labels, outcomes: {}, buckets: PAGE_BUCKETS.map(() => 0).concat(0), sum: 0, count: 0 }),
      );
    }
    return counted;
  }
}

// Only what the server has itself makes a series, never what a client sends.
function nameOf({ kind, known, name }: CallReport, counted: ReadonlyMap<string, unknown>): string {
  if (kind === 'resource') return 'resources/read';
  return known && (counted.size < MOST_NAMES || counted.has(name)) ? name : OTHER;
}

function escaped(text: string): string {
  return text.replace(/["\\\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}
