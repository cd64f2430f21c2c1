import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { needs } from '../support/needs';

const CHAOS = join(__dirname, '..', '..', 'bench', 'chaos.mjs');

needs('redis').test(
  'processes are killed and Redis is restarted: every accepted operation ends once, rightly, and only for its caller',
  () => {
    const words = [CHAOS, '--operations', '120', '--kills', '8', '--restarts', '2', '--seed', '7'];
    const { stdout, stderr, status } = spawnSync(process.execPath, words, {
      encoding: 'utf8',
      timeout: 170_000,
    });
    process.stderr.write(`chaos: ${stdout.replace(/\s+/g, ' ')}\n`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const figures = JSON.parse(stdout) as Record<string, unknown>;
    expect(figures).toMatchObject({ killed: 8, restarts: 2, problems: [] });
    expect(figures['accepted']).toBeGreaterThan(30);
  },
  180_000,
);
