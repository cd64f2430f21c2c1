// The goals as ratios to the bare SDK Server, and how far a run on a shared machine may deviate. For a start, CPU time may
// be within the margin instead: wall time depends on what else the machine does.
const MARGIN = 1.25;

// `cpu` is what a brief run judges: a figure of CPU time, and a limit well above what was measured when it was set (in brackets), so
// that it fails for a change that costs a third more, and not because of the machine.
const GOALS = [
  {
    tools: 0,
    server: 'toolwright-full',
    figure: 'coldMs',
    goal: 0.4,
    title: 'cold start, every pack on',
    cpu: { figure: 'startCpuMs', limit: 0.33 }, // (0.21)
  },
  {
    tools: 1000,
    server: 'toolwright',
    figure: 'coldMs',
    goal: 0.5,
    title: 'cold start, 1,000 tools',
    cpu: { figure: 'startCpuMs', limit: 0.48 }, // (0.30)
  },
  {
    tools: 1000,
    server: 'toolwright-readme',
    figure: 'coldMs',
    goal: 0.5,
    title: 'cold start, 1,000 classes as in the README',
    cpu: { figure: 'startCpuMs', limit: 0.85 }, // (0.66)
  },
  {
    tools: 10000,
    server: 'toolwright',
    figure: 'coldMs',
    goal: 0.7,
    title: 'cold start, 10,000 tools',
    cpu: { figure: 'startCpuMs', limit: 1 }, // (0.75)
  },
  {
    tools: 0,
    server: 'toolwright',
    figure: 'callsPerSecond',
    goal: 2.5,
    more: true,
    title: 'calls a second, 64 in flight',
  },
  {
    tools: 0,
    server: 'toolwright',
    figure: 'cpuPerCallUs',
    goal: 0.35,
    title: 'CPU per call',
    cpu: { figure: 'cpuPerCallUs', limit: 0.5 },
  },
  {
    tools: 0,
    server: 'toolwright-readme',
    figure: 'cpuPerCallUs',
    goal: 0.35,
    title: 'CPU per call, README style',
    cpu: { figure: 'cpuPerCallUs', limit: 0.5 },
  },
  {
    tools: 0,
    server: 'toolwright',
    figure: 'bareCpuPerCallUs',
    goal: 0.35,
    title: 'CPU per call without `_meta`',
  },
  {
    tools: 0,
    server: 'toolwright',
    figure: 'modernCpuPerCallUs',
    goal: 0.6,
    title: 'CPU per call, revision 2026-07-28',
    cpu: { figure: 'modernCpuPerCallUs', limit: 0.85 },
  },
  { tools: 0, server: 'toolwright', figure: 'peakMiB', goal: 0.75, title: 'peak memory' },
  {
    tools: 1000,
    server: 'toolwright',
    figure: 'listMs',
    goal: 0.6,
    title: 'tools/list at 1,000 tools',
    cpu: { figure: 'listCpuMs', limit: 0.9 }, // (0.50)
  },
  {
    tools: 1000,
    server: 'toolwright-readme',
    figure: 'listMs',
    goal: 1,
    title: 'tools/list at 1,000 classes as in the README',
    cpu: { figure: 'listCpuMs', limit: 0.9 }, // (0.50)
  },
];

/** Compares every goal with its measurement: whether it is met, and whether it is within the margin. */
export function compare(ratiosByTools) {
  return GOALS.map(({ tools, server, figure, goal, more, title, cpu }) => {
    const ratios = ratiosByTools[tools]?.[server] ?? {};
    const ratio = ratios[figure];
    const limit = more ? goal / MARGIN : goal * MARGIN;
    const reaches = (bound, value = ratio) => value !== undefined && (more ? value >= bound : value <= bound);
    const steadier = figure === 'coldMs' ? ratios[cpu.figure] : undefined;
    const within = reaches(limit) || (steadier !== undefined && reaches(limit, steadier));
    return { title, goal, sign: more ? '≥' : '≤', ratio, limit, met: reaches(goal), within };
  });
}

/** Compares figures of CPU time alone, for a brief run. */
export function compareCpu(ratiosByTools) {
  return GOALS.filter(({ cpu }) => cpu).map(({ tools, server, title, cpu: { figure, limit } }) => {
    const ratio = ratiosByTools[tools]?.[server]?.[figure];
    const within = ratio !== undefined && ratio <= limit;
    return { title: `${title} (CPU)`, goal: limit, sign: '≤', ratio, limit, met: within, within };
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
