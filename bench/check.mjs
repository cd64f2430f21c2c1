// The goals as ratios to the bare SDK Server, and how far a run on a shared machine may deviate. For a start, CPU time may
// be within the margin instead: wall time depends on what else the machine does.
const MARGIN = 1.25;

const GOALS = [
  {
    tools: 0,
    server: 'toolwright-full',
    figure: 'coldMs',
    steadier: 'startCpuMs',
    goal: 0.4,
    title: 'cold start, every pack on',
  },
  {
    tools: 1000,
    server: 'toolwright',
    figure: 'coldMs',
    steadier: 'startCpuMs',
    goal: 0.5,
    title: 'cold start, 1,000 tools',
  },
  {
    tools: 0,
    server: 'toolwright',
    figure: 'callsPerSecond',
    goal: 2.5,
    more: true,
    title: 'calls a second, 64 in flight',
  },
  { tools: 0, server: 'toolwright', figure: 'cpuPerCallUs', goal: 0.35, title: 'CPU per call' },
  {
    tools: 0,
    server: 'toolwright',
    figure: 'metaCpuPerCallUs',
    goal: 0.35,
    title: "CPU per call with clients' own `_meta`",
  },
  {
    tools: 0,
    server: 'toolwright',
    figure: 'modernCpuPerCallUs',
    goal: 0.6,
    title: 'CPU per call, revision 2026-07-28',
  },
  { tools: 0, server: 'toolwright', figure: 'peakMiB', goal: 0.75, title: 'peak memory' },
  { tools: 1000, server: 'toolwright', figure: 'listMs', goal: 0.6, title: 'tools/list at 1,000 tools' },
];

/** Compares every goal with its measurement: whether it is met, and whether it is within the margin. */
export function compare(ratiosByTools) {
  return GOALS.map(({ tools, server, figure, steadier, goal, more, title }) => {
    const ratios = ratiosByTools[tools]?.[server] ?? {};
    const ratio = ratios[figure];
    const limit = more ? goal / MARGIN : goal * MARGIN;
    const reaches = (bound, value = ratio) => value !== undefined && (more ? value >= bound : value <= bound);
    const within = reaches(limit) || reaches(limit, ratios[steadier]);
    return { title, goal, sign: more ? '≥' : '≤', ratio, limit, met: reaches(goal), within };
  });
}

/** Formats the comparison as a Markdown table. */
export function comparisonTable(rows) {
  const shown = rows.map(
    ({ title, sign, goal, ratio, limit, met, within }) =>
      `| ${title} | ${sign} ${goal.toFixed(2)} | ${ratio?.toFixed(2) ?? '–'} | ${sign} ${limit.toFixed(2)} | ${met ? 'met' : within ? 'within the margin' : 'missed'} |`,
  );
  return ['| | goal | measured | refused beyond | |', '|---|---|---|---|---|', ...shown].join('\n');
}
