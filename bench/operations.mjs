// How many shared operations a second one server gets through with one, two and three workers, each waiting for its result, and how
// many commands of Redis that takes.
//   node bench/operations.mjs [--operations 2000] [--at-once 64]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { kill, start, startRedis } from './chaos/processes.mjs';
import { freePort } from './free-port.mjs';

const { values } = parseArgs({ options: { operations: { type: 'string' }, 'at-once': { type: 'string' } } });
const count = Number(values.operations ?? 2000);
const atOnce = Number(values['at-once'] ?? 64);
const directory = mkdtempSync(join(tmpdir(), 'tw-operations-'));
process.env.CHAOS_JOURNAL = join(directory, 'journal');
writeFileSync(process.env.CHAOS_JOURNAL, '');
const redisPort = await freePort();
const redis = await startRedis(redisPort, directory);
const probe = new Redis(redisPort, '127.0.0.1');
const commands = async () => Number(/total_commands_processed:(\d+)/.exec(await probe.info('stats'))[1]);

const require = createRequire(import.meta.url);
const { openApp } = require('../dist/embed.js');
const more = ['--operations-max-per-tool', '64', '--operations-max-running', '64'];
const args = ['--operations', `redis://127.0.0.1:${redisPort}`, '--operations-inline-wait', '60', ...more];
const open = await openApp(require('./chaos/app.cjs'), { cwd: directory, env: {}, args });
const session = { id: 'bench', principal: 'bench' };
const workers = [];

async function through(number) {
  let next = 0;
  const lane = async () => {
    while (next < number) {
      const { isError } = await open.registry.call(
        'quick',
        { key: `k${next++}` },
        { door: 'client', session },
      );
      if (isError) throw new Error('an operation failed');
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

const rows = [];
for (let number = 1; number <= 3; number++) {
  const worker = start('worker', { redisPort, directory, more });
  worker.stderr.resume();
  workers.push(worker);
  await through(atOnce * number);
  const [before, at] = [await commands(), Date.now()];
  await through(count);
  const seconds = (Date.now() - at) / 1000;
  const each = ((await commands()) - before) / count;
  rows.push({ workers: number, perSecond: Math.round(count / seconds), redisCommandsEach: Math.round(each) });
}
for (const worker of workers) await kill(worker);
await open.close();
probe.disconnect();
await kill(redis);
rmSync(directory, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify({ operations: count, atOnce, rows })}\n`);
process.exit(0);
