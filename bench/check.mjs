// The goals as ratios to the bare SDK Server, and how far a run on a shared machine may stray from them.
const MARGIN = 1.25;

const GOALS = [
  { tools: 0, server: 'toolwright-full', figure: 'coldMs', goal: 0.4, title: 'cold start, every pack on' },
  { tools: 1000, server: 'toolwright', figure: 'coldMs', goal: 0.5, title: 'cold start, 1,000 tools' },
  {
    tools: 0,
    server: 'toolwright',
    figure: 'callsPerSecond',
    goal: 2.5,
    more: true,
    title: 'calls a second, 64 in flight',
  },
  { tools: 0, server: 'toolwright', figure: 'cpuPerCallUs', goal: 0.35, title: 'CPU per call' },
  { tools: 0, server: 'toolwright', figure: 'peakMiB', goal: 0.75, title: 'peak memory' },
  { tools: 1000, server: 'toolwright', figure: 'listMs', goal: 0.6, title: 'tools/list at 1,000 tools' },
];

/** Every goal with what was measured: whether the goal itself is met, and whether it is within the margin. */
export function compare(ratiosByTools) {
  return GOALS.map(({ tools, server, figure, goal, more, title }) => {
    const ratio = ratiosByTools[tools]?.[server]?.[figure];
    const limit = more ? goal / MARGIN : goal * MARGIN;
    const reaches = (bound) => ratio !== undefined && (more ? ratio >= bound : ratio <= bound);
    return { title, goal, sign: more ? '≥' : '≤', ratio, limit, met: reaches(goal), within: reaches(limit) };
  });
}

/** The comparison as lines for people. */
export function comparisonTable(rows) {
  const shown = rows.map(
    ({ title, sign, goal, ratio, limit, met, within }) =>
      `| ${title} | ${sign} ${goal.toFixed(2)} | ${ratio?.toFixed(2) ?? '–'} | ${sign} ${limit.toFixed(2)} | ${met ? 'met' : within ? 'within the margin' : 'missed'} |`,
  );
  return ['| | goal | measured | refused beyond | |', '|---|---|---|---|---|', ...shown].join('\n');
}
