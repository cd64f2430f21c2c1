// Draws what bench:work found: each ratio with its goal, and how the work grows with its input, on logarithmic axes.
const ROW = 18;
const LABELS = 470;
const BARS = 260;
const PANEL = { width: 400, height: 290, left: 52, right: 14, top: 34, bottom: 70 };
const COLOURS = ['#1f6feb', '#d1242f', '#1a7f37', '#8250df', '#9a6700', '#57606a'];

const PANELS = [
  { title: 'By files', x: 'files', pick: /^(list_directory|search_files)/ },
  { title: 'By size', x: 'KB of a file', pick: /^read_file/ },
  { title: 'By calls inside', x: 'calls', pick: /^run/ },
  { title: 'By documents', x: 'documents', pick: /^get_content/ },
];

/** Returns an SVG of the ratios and of the growth. */
export function workPlot({ ratios, rows, tools }) {
  const bars = ratioBars(ratios);
  const panels = [
    ...PANELS.map((panel) => ({ ...panel, y: 'ms', lines: linesOf(rows, panel.pick) })),
    { title: 'Start-up CPU by tools', x: 'tools', y: 'ms', lines: toolLines(tools, 'startCpuMs') },
    { title: 'Idle memory by tools', x: 'tools', y: 'MiB', lines: toolLines(tools, 'idleMiB') },
  ];
  const drawn = panels.map((panel, index) => {
    const x = (index % 2) * PANEL.width;
    const y = bars.height + Math.floor(index / 2) * PANEL.height;
    return `<g transform="translate(${x} ${y})">${drawPanel(panel)}</g>`;
  });
  const height = bars.height + Math.ceil(panels.length / 2) * PANEL.height + 10;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * PANEL.width}" height="${height}" font-family="sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    bars.svg,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

// As parts of the goal, so that one line stands for all of them.
function ratioBars(ratios) {
  const most = Math.max(1.2, ...ratios.map(({ ratio, goal }) => ratio / goal));
  const scale = BARS / most;
  const bars = ratios.map(({ title, goal, ratio }, row) => {
    const y = 34 + row * ROW;
    const width = Math.max(1, (ratio / goal) * scale);
    return (
      `<text x="${LABELS - 6}" y="${y + 11}" text-anchor="end" font-size="11" fill="#222">${title}</text>` +
      `<rect x="${LABELS}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 5}" fill="${ratio <= goal ? '#1f6feb' : '#d1242f'}"/>` +
      `<text x="${(LABELS + width + 5).toFixed(1)}" y="${y + 11}" font-size="11" fill="#222">${ratio.toFixed(2)} of ${goal}</text>`
    );
  });
  const end = 34 + ratios.length * ROW;
  const one = (LABELS + scale).toFixed(1);
  const svg = [
    '<text x="10" y="20" font-size="14" fill="#222">CPU beside the bare thing, each as a part of its goal (the line)</text>',
    ...bars,
    `<line x1="${one}" x2="${one}" y1="28" y2="${end}" stroke="#222" stroke-dasharray="3 2"/>`,
  ].join('\n');
  return { svg, height: end + 12 };
}

function linesOf(rows, pick) {
  const lines = new Map();
  for (const { series, size, ms } of rows)
    if (series !== undefined && pick.test(series))
      lines.set(series, [...(lines.get(series) ?? []), [size, ms]]);
  return lines;
}

function toolLines(tools, figure) {
  const lines = new Map();
  for (const row of tools) lines.set(row.title, [...(lines.get(row.title) ?? []), [row.tools, row[figure]]]);
  return lines;
}

function drawPanel({ title, x: xTitle, y: yTitle, lines }) {
  const points = [...lines.values()].flat();
  const x = axis(
    points.map(([size]) => size),
    PANEL.left,
    PANEL.width - PANEL.right,
  );
  const y = axis(
    points.map(([, value]) => value),
    PANEL.height - PANEL.bottom,
    PANEL.top,
  );
  const drawn = [...lines].map(([name, line], index) => {
    const colour = COLOURS[index % COLOURS.length];
    const path = line.map(([size, value]) => `${x.at(size).toFixed(1)},${y.at(value).toFixed(1)}`);
    const at = { x: PANEL.left + (index % 2) * 170, y: PANEL.height - 36 + Math.floor(index / 2) * 14 };
    return (
      `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.6"/>` +
      path
        .map(
          (point) =>
            `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="2.5" fill="${colour}"/>`,
        )
        .join('') +
      `<text x="${at.x}" y="${at.y}" font-size="10" fill="${colour}">${name}</text>`
    );
  });
  const { left, top, bottom, width, height, right } = PANEL;
  const ticks = [
    ...x.ticks.map(
      (tick) =>
        `<text x="${x.at(tick).toFixed(1)}" y="${height - bottom + 14}" text-anchor="middle" font-size="10" fill="#667">${tick.toLocaleString('en')}</text>`,
    ),
    ...y.ticks.map(
      (tick) =>
        `<line x1="${left}" x2="${width - right}" y1="${y.at(tick).toFixed(1)}" y2="${y.at(tick).toFixed(1)}" stroke="#e4e8ec"/>` +
        `<text x="${left - 5}" y="${(y.at(tick) + 3).toFixed(1)}" text-anchor="end" font-size="10" fill="#667">${tick.toLocaleString('en')}</text>`,
    ),
  ];
  return [
    `<text x="10" y="18" font-weight="bold" fill="#222">${title} <tspan font-weight="normal" fill="#667">(${yTitle} over ${xTitle})</tspan></text>`,
    `<path d="M${left} ${top}V${height - bottom}H${width - right}" fill="none" stroke="#9aa4af"/>`,
    ...ticks,
    ...drawn,
  ].join('\n');
}

// A logarithmic axis over whole powers of ten.
function axis(values, from, to) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => Number(`1e${low + index}`));
  return { ticks, at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from) };
}
