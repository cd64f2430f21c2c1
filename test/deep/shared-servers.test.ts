import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { needs } from '../support/needs';

// Short versions of runs in bench/, with real servers, a real Redis and kill -9; the scripts fail by themselves.
const RUNS = [
  ['lost answers are retried with keys', 'retries.mjs', '--calls', '200', '--kill-every', '700'],
  ['questions are resumed, approvals used once', 'questions.mjs', '--calls', '60', '--approvals', '60'],
] as const;

needs('redis').describe('two servers that share a Redis', () => {
  test.each(RUNS)('%s: nothing doubled, nothing lost', async (_what, script, ...options) => {
    const child = spawn(process.execPath, [join(resolve(__dirname, '../../bench'), script), ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    const [code] = (await once(child, 'close')) as [number];
    console.log(printed);
    expect([code, printed]).toEqual([
      0,
      expect.stringMatching(/doubled 0, lost 0|done twice 0, steps missing 0/),
    ]);
  });
});
