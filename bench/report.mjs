// Turns rounds of figures into medians, medians into ratios, and ratios into a table.
import { YARDSTICK } from './servers.mjs';

export const FIGURES = {
  coldMs: { title: 'cold start', unit: 'ms', better: 'less' },
  startCpuMs: { title: 'start-up CPU', unit: 'ms', better: 'less' },
  p50Ms: { title: 'latency p50', unit: 'ms', better: 'less' },
  p99Ms: { title: 'latency p99', unit: 'ms', better: 'less' },
  callsPerSecond: { title: 'calls a second, 64 in flight', unit: '/s', better: 'more' },
  cpuPerCallUs: { title: 'CPU per call', unit: 'µs', better: 'less' },
  bareCallsPerSecond: { title: 'calls a second, no `_meta`', unit: '/s', better: 'more' },
  bareCpuPerCallUs: { title: 'CPU per call, no `_meta`', unit: 'µs', better: 'less' },
  modernCallsPerSecond: { title: 'calls a second, 2026-07-28', unit: '/s', better: 'more' },
  modernCpuPerCallUs: { title: 'CPU per call, 2026-07-28', unit: 'µs', better: 'less' },
  listMs: { title: 'tools/list', unit: 'ms', better: 'less' },
  listCpuMs: { title: 'tools/list CPU', unit: 'ms', better: 'less' },
  idleMiB: { title: 'idle memory', unit: 'MiB', better: 'less' },
  peakMiB: { title: 'peak memory', unit: 'MiB', better: 'less' },
};

// The baseline doesn't speak the newest revision: its other calls stand in.
const STANDS_IN = { modernCallsPerSecond: 'callsPerSecond', modernCpuPerCallUs: 'cpuPerCallUs' };

/** Returns the median of each figure over the rounds of one server. */
export function mediansOf(rounds) {
  const medians = {};
  for (const figure of Object.keys(FIGURES)) {
    const values = rounds.map((round) => round[figure]).filter((value) => Number.isFinite(value));
    if (values.length) medians[figure] = median(values);
  }
  return medians;
}

/** Returns each figure divided by that of the baseline, for one number of tools. */
export function ratiosOf(results) {
  const base = results[YARDSTICK];
  const ratios = {};
  for (const [name, medians] of Object.entries(results)) {
    ratios[name] = {};
    for (const [figure, value] of Object.entries(medians)) {
      const against = base?.[figure] ?? base?.[STANDS_IN[figure]];
      if (against) ratios[name][figure] = value / against;
    }
  }
  return ratios;
}

/** Formats a Markdown table: figures and, in brackets, ratios to the baseline. */
export function tableOf(results, titles) {
  const ratios = ratiosOf(results);
  const names = Object.keys(results);
  const figures = Object.keys(FIGURES).filter((figure) =>
    names.some((name) => results[name][figure] !== undefined),
  );
  const head = `| | ${figures.map((figure) => `${FIGURES[figure].title}, ${FIGURES[figure].unit}`).join(' | ')} |`;
  const rule = `|---|${figures.map(() => '---:').join('|')}|`;
  const rows = names.map((name) => {
    const cells = figures.map((figure) => cellOf(results[name][figure], ratios[name][figure]));
    return `| ${titles[name]} | ${cells.join(' | ')} |`;
  });
  return [head, rule, ...rows].join('\n');
}

function cellOf(value, ratio) {
  if (value === undefined) return '–';
  const shown = value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
  return ratio === undefined ? shown : `${shown} (${ratio.toFixed(2)})`;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
