// How a server grows with the number of its tools: README-style classes, the same from a manifest, and the bare SDK server. A part of
// npm run bench:work; it needs no peers but the SDK.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { visit } from './measure.mjs';
import { mediansOf } from './report.mjs';
import { readmeServer, servers, YARDSTICK } from './servers.mjs';
import { shown } from './work-ratios.mjs';

/** How many tools more than two. */
const TOOLS = [10, 100, 1000, 10_000];
const PLAN = { limitMs: 60_000, idleMs: 100, lists: 5, coldOnly: true };
const ROUNDS = 3;

const MEASURED = [
  { ...servers.find(({ name }) => name === 'toolwright'), title: 'from a manifest' },
  { ...readmeServer, title: 'README style' },
  { ...servers.find(({ name }) => name === YARDSTICK), title: 'bare SDK' },
];

/** Measures each number of tools in turns with the others; a row for each number and server. */
export async function toolRows() {
  const build = fileURLToPath(new URL('toolwright/build.mjs', import.meta.url));
  execFileSync(process.execPath, [build, ...TOOLS.map(String)], { stdio: 'inherit' });
  const rows = [];
  for (const tools of TOOLS) {
    const rounds = new Map(MEASURED.map((server) => [server, []]));
    for (let round = 0; round < ROUNDS; round++)
      for (const [server, figures] of rounds) figures.push(await visit(server, tools, PLAN));
    for (const [{ title }, figures] of rounds) rows.push({ tools, title, ...mediansOf(figures) });
    process.stderr.write(`${toolTable(rows).split('\n').slice(-MEASURED.length).join('\n')}\n`);
  }
  return rows;
}

/** The rows as a Markdown table. */
export function toolTable(rows) {
  const head = [
    '| tools | | cold start, ms | start-up CPU, ms | tools/list, ms | tools/list CPU, ms | idle memory, MiB |',
    '|---:|---|---:|---:|---:|---:|---:|',
  ];
  const body = rows.map(({ tools, title, coldMs, startCpuMs, listMs, listCpuMs, idleMiB }) => {
    const cells = [coldMs, startCpuMs, listMs, listCpuMs, idleMiB].map(shown);
    return `| ${tools.toLocaleString('en')} | ${title} | ${cells.join(' | ')} |`;
  });
  return [...head, ...body].join('\n');
}
