import type { CallRecord } from '../inspect-wire';
import { duration, h, svg } from './dom';

const MOST_CALLS = 60;
const [WIDTH, HEIGHT] = [300, 120];
const LEFT = 46;

/** Plots how long the calls of one tool took, the latest on the right. */
export function latencyView(tool: string, calls: readonly CallRecord[]): HTMLElement {
  const ended = calls.filter((call) => call.tool === tool && call.took !== undefined).slice(-MOST_CALLS);
  if (!ended.length) return h('p', { class: 'empty' }, `Calls of ${tool} are plotted here.`);
  const times = ended.map(({ took = 0 }) => took);
  const sorted = [...times].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  const slowest = sorted.at(-1)!;
  const top = Math.max(1, slowest) * 1.1;
  const y = (ms: number): number => HEIGHT - 6 - (ms / top) * (HEIGHT - 16);
  const x = (index: number): number =>
    LEFT + 8 + (index * (WIDTH - LEFT - 16)) / Math.max(1, ended.length - 1);
  const words = `${ended.length} calls of ${tool}: median ${duration(median)}, slowest ${duration(slowest)}`;
  const plot = svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': words, class: 'plot' },
    svg('line', { x1: LEFT, y1: y(0), x2: WIDTH, y2: y(0), class: 'axis' }),
    svg('line', { x1: LEFT, y1: y(median), x2: WIDTH, y2: y(median), class: 'median' }),
    svg('text', { x: LEFT - 4, y: y(0), 'text-anchor': 'end' }, '0'),
    svg('text', { x: LEFT - 4, y: y(top / 1.1) + 4, 'text-anchor': 'end' }, duration(slowest)),
    ...ended.map(({ took = 0, state }, index) =>
      svg('circle', { cx: x(index), cy: y(took), r: 3.5, class: state }),
    ),
  );
  return h('figure', { class: 'latency' }, plot, h('figcaption', {}, words));
}
