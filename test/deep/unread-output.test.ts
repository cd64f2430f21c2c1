import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { modernMeta } from '../support/modern';
import { SERVE } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const CALLS = 1_500;
const MEGABYTE = 1024 * 1024;

// The most memory a process has used so far; where the system doesn't say, nothing is compared.
function peakBytes(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1]) * 1024;
}

const FLOOD = join(__dirname, '..', 'fixtures', 'app', 'flood.cjs');
const LATE = 300;
const modern = (params: object) => ({
  ...params,
  _meta: { ...modernMeta(), 'io.modelcontextprotocol/logLevel': 'debug', progressToken: 'many' },
});
const legacy = (params: object) => ({ ...params, _meta: { progressToken: 'many' } });

describe.each([
  ['legacy', legacy],
  ['modern', modern],
])('a client of the %s era that reads nothing', (era, dressed) => {
  test.each([
    ['slow', LATE],
    ['progress', 3],
    ['log', 3],
  ])(
    'gets every answer of %s later, which costs little meanwhile',
    async (name, calls) => {
      const cwd = temporaryDirectory('tw-flood');
      const env = { PATH: process.env['PATH'], HOME: cwd };
      const child = spawn(process.execPath, [FLOOD], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
      const send = (message: object) =>
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      const hello = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'deaf', version: '1' },
      };
      if (era === 'legacy') {
        send({ id: 0, method: 'initialize', params: hello });
        send({ method: 'notifications/initialized' });
        send({ id: -1, method: 'logging/setLevel', params: { level: 'debug' } });
      }
      for (let id = 1; id <= calls; id++)
        send({ id, method: 'tools/call', params: dressed({ name, arguments: {} }) });
      // Time to do all the work that an unbounded server would do; nothing is measured by it.
      await pause(4_000);
      expect(peakBytes(child.pid!)).toBeLessThan(450 * MEGABYTE);
      const seen = new Set<unknown>();
      for await (const line of createInterface({ input: child.stdout })) {
        const { id, error } = JSON.parse(line) as { id?: unknown; error?: unknown };
        expect(error).toBeUndefined();
        if (Number(id) > 0) seen.add(id);
        if (seen.size === calls) break;
      }
      expect(seen.size).toBe(calls);
      child.kill();
      await new Promise((resolve) => child.once('close', resolve));
    },
    120_000,
  );
});

test.each([
  ['read_file', { path: 'large.txt' }],
  ['echo', { message: 'x'.repeat(500) }],
])(
  'a client that sends %s and reads nothing costs little, and gets every answer later',
  async (name, args) => {
    const cwd = temporaryDirectory('tw-unread');
    writeFileSync(join(cwd, 'large.txt'), `${'y'.repeat(99)}\n`.repeat(8_000));
    const env = { PATH: process.env['PATH'], HOME: cwd, TOOLWRIGHT_PREFIX: '', MCP_TOOL_PREFIX: '' };
    const child = spawn(process.execPath, [...SERVE], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'deaf', version: '1' };
    send({
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    });
    send({ method: 'notifications/initialized' });
    for (let id = 1; id <= CALLS; id++) send({ id, method: 'tools/call', params: { name, arguments: args } });
    // Time to do all the work that an unbounded server would do; nothing is measured by it.
    await pause(4_000);
    expect(peakBytes(child.pid!)).toBeLessThan(450 * MEGABYTE);
    const seen = new Set<unknown>();
    for await (const line of createInterface({ input: child.stdout })) {
      seen.add((JSON.parse(line) as { id: unknown }).id);
      if (seen.size > CALLS) break;
    }
    expect(seen.size).toBe(CALLS + 1);
    child.kill();
    await new Promise((resolve) => child.once('close', resolve));
  },
  90_000,
);
