// Draws the ratios: one panel per figure, one bar per server, the baseline at 1.
const PANELS = [
  { tools: 0, figure: 'coldMs', title: 'Cold start to tools/list', better: 'less is better' },
  { tools: 1000, figure: 'coldMs', title: 'Cold start, 1,000 tools', better: 'less is better' },
  { tools: 0, figure: 'callsPerSecond', title: 'Calls a second, 64 in flight', better: 'more is better' },
  { tools: 0, figure: 'cpuPerCallUs', title: 'CPU per call', better: 'less is better' },
  { tools: 0, figure: 'peakMiB', title: 'Peak memory', better: 'less is better' },
  { tools: 1000, figure: 'listMs', title: 'tools/list at 1,000 tools', better: 'less is better' },
];
const ROW = 17;
const LABELS = 170;
const BARS = 220;
const PANEL_WIDTH = LABELS + BARS + 65;

/** Returns an SVG of six panels, two per row. */
export function plotOf(ratiosByTools, titles) {
  const panels = PANELS.filter(({ tools }) => ratiosByTools[tools]);
  const rows = Math.max(...panels.map(({ tools }) => Object.keys(ratiosByTools[tools]).length));
  const height = 48 + rows * ROW + 16;
  const drawn = panels.map((panel, index) => {
    const x = (index % 2) * PANEL_WIDTH;
    const y = Math.floor(index / 2) * height + 34;
    return `<g transform="translate(${x} ${y})">${drawPanel(panel, ratiosByTools[panel.tools], titles)}</g>`;
  });
  const total = Math.ceil(panels.length / 2) * height + 40;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * PANEL_WIDTH}" height="${total}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<text x="10" y="22" font-size="14" fill="#222">Ratios to the bare SDK 1 Server (the line, = 1)</text>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

function drawPanel({ figure, title, better }, ratios, titles) {
  const entries = Object.entries(ratios).filter(([, figures]) => figures[figure] !== undefined);
  entries.sort(([, a], [, b]) => (better.startsWith('less') ? a[figure] - b[figure] : b[figure] - a[figure]));
  const most = Math.max(1, ...entries.map(([, figures]) => figures[figure]));
  const scale = BARS / most;
  const bars = entries.map(([name, figures], row) => {
    const y = 30 + row * ROW;
    const width = Math.max(1, figures[figure] * scale);
    const colour = name.startsWith('toolwright') ? '#1f6feb' : '#9aa4af';
    return (
      `<text x="${LABELS - 6}" y="${y + 11}" text-anchor="end" fill="#222">${titles[name]}</text>` +
      `<rect x="${LABELS}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 5}" fill="${colour}"/>` +
      `<text x="${(LABELS + width + 5).toFixed(1)}" y="${y + 11}" fill="#222">${figures[figure].toFixed(2)}</text>`
    );
  });
  const one = (LABELS + scale).toFixed(1);
  return [
    `<text x="10" y="16" font-weight="bold" fill="#222">${title} <tspan font-weight="normal" fill="#667">(${better})</tspan></text>`,
    ...bars,
    `<line x1="${one}" x2="${one}" y1="26" y2="${30 + entries.length * ROW}" stroke="#d1242f" stroke-dasharray="3 2"/>`,
  ].join('\n');
}
