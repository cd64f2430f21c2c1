// What code mode costs and saves: a thousand calls by a client, compared to a thousand calls inside one `run`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { RawClient } from './client.mjs';

const CALLS = 1000;
const command =
  process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'bin', 'toolwright.js');
const home = mkdtempSync(join(tmpdir(), 'toolwright-bench-'));
const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, MCP_TOOL_PREFIX: '' };
const client = new RawClient([command, 'serve', '--pack', 'utility', '--pack', 'code'], env);

const call = async (name, args) => {
  const { result, error } = JSON.parse(await client.request('tools/call', { name, arguments: args }));
  if (error || result.isError) throw new Error(JSON.stringify(error ?? result));
  return result.content[0].text;
};
const run = (code) => call('run', { command: code });
const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
async function time(what, work, rounds = 5) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const ms = median(times);
  console.log(`${what.padEnd(44)} ${ms.toFixed(1).padStart(8)} ms`);
  return ms;
}

await client.initialize();
await time('first run of a server', () => run('1'), 1);
const warm = await time('a run with a warm thread', () => run('1'));
await time(`${CALLS} calls by the client, one by one`, async () => {
  for (let i = 0; i < CALLS; i++) await call('echo', { message: 'x' });
});
const inside = await time(`${CALLS} calls inside one run, one by one`, () =>
  run(`for (let i = 0; i < ${CALLS}; i++) await tools.echo({ message: 'x' });`),
);
const together = await time(`${CALLS} calls inside one run, all at once`, () =>
  run(`(await Promise.all(Array.from({ length: ${CALLS} }, () => tools.echo({ message: 'x' })))).length`),
);
console.log(
  `per call inside: ${((inside - warm) / CALLS).toFixed(3)} ms one by one, ${((together - warm) / CALLS).toFixed(3)} ms all at once`,
);
client.child.kill();
await client.closed;
rmSync(home, { recursive: true, force: true });
