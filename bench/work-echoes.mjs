// Whether anything waits for the tools' work: echoes, one after another, while the server works on many files.
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFiles } from './work-ground.mjs';
import { shown } from './work-ratios.mjs';
import { listAll, serve } from './work-server.mjs';

/** How long an echo takes beside each kind of work on 100,000 files, and beside none: 50th and 99th percentile, and the most, in ms. */
export async function echoesBeside(command, ground) {
  makeFiles(join(ground, 'many'), 100_000);
  const server = await serve(command, ground, 'off');
  const path = join(ground, 'many');
  const rows = [];
  for (const [title, work] of [
    ['nothing', () => sleep(500)],
    ['list_directory, every page', () => listAll(server.call, { path })],
    [
      'list_directory with detail, one page',
      () => server.call('list_directory', { path, recursive: true, detail: true }),
    ],
    ['search_files by name', () => server.call('search_files', { path, pattern: 'nothing-has-this-name' })],
    ['search_files by content', () => server.call('search_files', { path, content: 'needle' })],
  ]) {
    const waits = [];
    let done = false;
    const working = (async () => {
      for (let time = 0; time < 3; time++) await work();
    })().finally(() => (done = true));
    while (!done) {
      const start = performance.now();
      await server.call('echo', { message: 'beside' });
      waits.push(performance.now() - start);
      await sleep(1);
    }
    await working;
    waits.sort((a, b) => a - b);
    const at = (share) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))];
    rows.push(`| ${title} | ${[at(0.5), at(0.99), at(1)].map(shown).join(' | ')} | ${waits.length} |`);
    process.stderr.write(`${rows.at(-1)}\n`);
  }
  await server.close();
  return [
    '| an echo beside | p50, ms | p99, ms | most, ms | echoes |',
    '|---|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}
