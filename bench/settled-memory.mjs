// What a process holds at equal points of a run: nothing under way, garbage collected. Compared over the run, that is what it leaks.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const probe = join(dirname(fileURLToPath(import.meta.url)), 'memory-probe.cjs');

/** The environment of a process that can be asked for points. */
export const watched = (file, { snapshots = false, leak } = {}) => ({
  NODE_OPTIONS: `--require ${probe}`,
  MEMORY_FILE: file,
  ...(snapshots && { MEMORY_SNAPSHOTS: '1' }),
  ...(leak && { MEMORY_LEAK: leak }),
});

const pointsOf = (file, pid) => {
  try {
    const lines = readFileSync(`${file}.${pid}`, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line));
  } catch {
    return [];
  }
};

const privateOf = (pid) => {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/Private_Dirty:\s+(\d+)/.exec(text)[1]) * 1024;
};

/** Has a process collect its garbage, and returns what it holds then. */
export async function pointOf(file, pid) {
  const before = pointsOf(file, pid).length;
  process.kill(pid, 'SIGUSR2');
  for (let waited = 0; waited < 600; waited++) {
    await sleep(50);
    const all = pointsOf(file, pid);
    if (all.length > before) return { ...all.at(-1), private: privateOf(pid) };
  }
  throw new Error(`process ${pid} says nothing about its memory`);
}

const MB = 1_000_000;
const PARTS = ['heapUsed', 'heapTotal', 'young', 'external', 'arrayBuffers', 'private', 'rss'];

/** Prints what was held at each point. */
export function show(points, name = 'server') {
  for (const part of PARTS)
    console.log(`${name} ${part} MB: ${points.map((point) => (point[part] / MB).toFixed(2)).join(' ')}`);
  for (const part of ['handles', 'resources'])
    console.log(`${name} ${part}: ${points.map((point) => point[part]).join(' ')}`);
}

// Bytes that each call may add in the second half of a run. V8 goes on adding code and feedback of its own, some five bytes a call in the first minutes;
// what the C library holds comes and goes by a megabyte.
const LIMITS = {
  'the heap and what belongs to it': { most: 20, of: ({ heapUsed, external }) => heapUsed + external },
  'memory outside the heap': {
    most: 400,
    of: (point) => point.private - point.heapTotal - point.external,
  },
};

/** Returns what goes on growing, in words; nothing where it is flat. `calls` is how many there were between two points. */
export function judge(points, calls) {
  const late = points.slice(-Math.ceil(points.length / 2) - 1);
  const problems = [];
  for (const [what, { most, of }] of Object.entries(LIMITS)) {
    const each = slope(late.map(of)) / calls;
    console.log(`${what}: ${each.toFixed(1)} bytes more for each call in the second half`);
    if (each > most)
      problems.push(`LEAK: ${what} grows by ${each.toFixed(0)} bytes a call (at most ${most})`);
  }
  for (const part of ['handles', 'resources'])
    if (late.at(-1)[part] > points[0][part] + 2)
      problems.push(`LEAK: ${part} went from ${points[0][part]} to ${late.at(-1)[part]}`);
  return problems;
}

// The median of the slopes between any two points: one odd point changes little.
function slope(values) {
  const slopes = values.flatMap((value, n) =>
    values.slice(n + 1).map((other, m) => (other - value) / (m + 1)),
  );
  return slopes.sort((a, b) => a - b)[Math.floor(slopes.length / 2)];
}
