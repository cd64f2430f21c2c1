import type { CallRecord, Span } from '../inspect-wire';
import { duration, h, svg } from './dom';

const WIDTH = 1000;
const DEEPEST = 5;

/** Shows where the time of a call went: its inner calls and its questions, as bars under one another. */
export function timelineView({ spans, took }: CallRecord): HTMLElement | undefined {
  if (spans.length < 2) return undefined;
  const whole = Math.max(0.1, took ?? Math.max(...spans.map(({ from, took: each = 0 }) => from + each)));
  const rows = inOrder(spans).map((span) =>
    h(
      'li',
      { class: `depth-${depthOf(span, spans)}` },
      h('span', { class: 'name' }, span.name, span.failed ? ' (failed)' : ''),
      bar(span, whole),
      h('span', { class: 'took' }, span.took === undefined ? '…' : duration(span.took)),
    ),
  );
  return h('section', {}, h('h3', {}, 'Timeline'), h('ol', { class: 'timeline' }, ...rows));
}

function bar({ from, took, failed, kind }: Span, whole: number): SVGElement {
  const x = Math.min(WIDTH, (from / whole) * WIDTH);
  const width = Math.max(4, ((took ?? whole - from) / whole) * WIDTH);
  return svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} 10`, preserveAspectRatio: 'none', 'aria-hidden': 'true', class: 'bar' },
    svg('rect', { x, y: 0, width, height: 10, class: failed ? 'failed' : kind }),
  );
}

function inOrder(spans: readonly Span[], parent?: number): Span[] {
  return spans
    .filter((span) => span.parent === parent)
    .flatMap((span) => [span, ...inOrder(spans, span.number)]);
}

function depthOf(span: Span, spans: readonly Span[]): number {
  let depth = 0;
  for (let at: Span | undefined = span; at?.parent !== undefined && depth < DEEPEST; depth++)
    at = spans[at.parent];
  return depth;
}
