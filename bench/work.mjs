// npm run bench:work: what the built-in tools' own work costs through the shipped command, compared to the bare operation,
// as ratios to it, and how it grows with its input. Stored in results/work.{md,svg} and in docs/performance.md. With --check only the
// ratios are measured, and it fails where one is beyond its goal and a margin of a half. With --only=expression the ratios of
// the rows whose title matches it are measured and printed, and nothing is stored.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAndAfter } from './before-after.mjs';
import { putIntoPage } from './page.mjs';
import { echoesBeside } from './work-echoes.mjs';
import { workPlot } from './work-plot.mjs';
import { isWithin, ratioTable, workRatios } from './work-ratios.mjs';
import { rowTable, workRows } from './work-rows.mjs';
import { toolRows, toolTable } from './work-tools.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const command = join(here, '..', 'dist', 'bin', 'toolwright.js');
const ground = mkdtempSync(join(tmpdir(), 'toolwright-work-'));
const isCheck = process.argv.includes('--check');
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length);

let ratios;
let echoes;
let rows;
try {
  ratios = await workRatios(command, join(ground, 'ratios'), only && new RegExp(only));
  if (only === undefined) echoes = await echoesBeside(command, join(ground, 'ratios'));
  if (only === undefined && !isCheck) rows = await workRows(command, ground);
} finally {
  rmSync(ground, { recursive: true, force: true });
}
process.stdout.write(`${ratioTable(ratios)}\n\n${echoes ?? ''}\n\n`);
if (only !== undefined) process.exit();
if (isCheck) {
  const missed = ratios.filter((ratio) => !isWithin(ratio));
  for (const { title } of missed) process.stderr.write(`Beyond its goal and the margin: ${title}\n`);
  process.exit(missed.length ? 1 : 0);
}
const tools = await toolRows();
putIntoPage('work ratios', ratioTable(ratios));
putIntoPage('echoes', echoes);
putIntoPage('work', rowTable(rows));
putIntoPage('tools', toolTable(tools));
mkdirSync(join(here, 'results'), { recursive: true });
writeFileSync(
  join(here, 'results', 'work.md'),
  `# What the built-in tools cost\n\nMedians. Node ${process.version}.\n\n${ratioTable(ratios)}\n\n${rowTable(rows)}\n\n${toolTable(tools)}\n`,
);
writeFileSync(join(here, 'results', 'work.svg'), workPlot({ ratios, rows, tools }));
process.stdout.write(`${rowTable(rows)}\n\n${toolTable(tools)}\n\n${await beforeAndAfter()}\n`);
