// The few figures that the README shows, as a table.
const PEER = 'tmcp';
const BARE = 'sdk-server';

const ROWS = [
  {
    title: 'cold start to `tools/list`, every pack on',
    figure: 'coldMs',
    ours: 'toolwright-full',
    unit: 'ms',
  },
  {
    title: 'calls a second, five validated arguments, 64 in flight',
    figure: 'callsPerSecond',
    ours: 'toolwright',
    unit: '',
  },
  { title: 'CPU per call', figure: 'cpuPerCallUs', ours: 'toolwright', unit: 'µs' },
  { title: 'peak memory', figure: 'peakMiB', ours: 'toolwright', unit: 'MiB' },
  {
    title: 'the server above this table, cold start',
    figure: 'coldMs',
    ours: 'toolwright-readme',
    unit: 'ms',
  },
  {
    title: 'cold start with 1,000 such classes',
    figure: 'coldMs',
    ours: 'toolwright-readme',
    tools: 1000,
    unit: 'ms',
  },
  {
    title: 'cold start with 1,000 tools, listed from a manifest',
    figure: 'coldMs',
    ours: 'toolwright',
    tools: 1000,
    unit: 'ms',
  },
  {
    title: 'cold start with 10,000 tools, listed from a manifest',
    figure: 'coldMs',
    ours: 'toolwright',
    tools: 10000,
    unit: 'ms',
  },
];

/** Returns the README's table for the medians of a full run, by number of tools and server. */
export function readmeTable(medians) {
  const rows = ROWS.map(({ title, figure, ours, tools = 0, unit }) => {
    const of = (server) => medians[tools]?.[server]?.[figure];
    const cell = (server) => shown(of(server), server === BARE ? undefined : of(BARE), unit);
    return `| ${title} | ${cell(ours)} | ${cell(PEER)} | ${cell(BARE)} |`;
  });
  return ['| | Toolwright | best peer (tmcp) | bare SDK |', '|---|---:|---:|---:|', ...rows].join('\n');
}

function shown(value, base, unit) {
  if (value === undefined) return '';
  const digits = value >= 20 ? 0 : 1;
  const text = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${text}${unit && ` ${unit}`}${base ? ` (${(value / base).toFixed(2)})` : ''}`;
}
