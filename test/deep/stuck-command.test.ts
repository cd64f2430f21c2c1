import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { needs } from '../support/needs';
import { descendantsThatRun, allGone } from '../support/processes';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';
import { InTerminal } from '../support/terminal';

// Commands that run an author's code in their own process, which never gives its thread back.
const APP = join(__dirname, '..', 'fixtures', 'app', 'stuck-command.cjs');
const folder = temporaryDirectory('toolwright-stuck-command');

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const running: ChildProcess[] = [];
afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')));

class Running {
  printed = '';
  readonly child;
  readonly ended: Promise<number>;

  constructor(words: readonly string[], env: Record<string, string> = {}) {
    this.child = spawn(process.execPath, [COMMAND, ...words, '--app', APP], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env },
    });
    running.push(this.child);
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.printed += text));
    // As a shell has it.
    this.ended = new Promise((resolve) =>
      this.child.on('close', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code!)),
    );
  }

  async prints(text: string): Promise<void> {
    while (!this.printed.includes(text)) {
      const over = await Promise.race([
        new Promise((resolve) => this.child.stderr.once('data', () => resolve(false))),
        this.ended.then(() => true),
      ]);
      if (over && !this.printed.includes(text)) throw new Error(`never printed ${text}: ${this.printed}`);
    }
  }
}

const numberOf = (signal: Signal): number => 128 + constants.signals[signal];

test.each<[string, string[], Record<string, string>]>([
  ['loop', ['call', 'loop'], {}],
  ['loop_later', ['call', 'loop_later'], {}],
  ['prompt', ['prompt', 'advice'], {}],
  ['resource', ['read', 'notes://all'], {}],
  ...['call', 'tools', 'verify', 'doctor', 'lint', 'cost', 'inspect', 'serve', 'worker'].map(
    (name): [string, string[], Record<string, string>] => [
      'import',
      name === 'call' ? ['call', 'loop'] : [name],
      { STUCK_IN: 'import' },
    ],
  ),
  ...['call', 'tools', 'verify', 'doctor', 'lint', 'snapshot', 'inspect', 'serve'].map(
    (name): [string, string[], Record<string, string>] => [
      'start',
      name === 'call' ? ['call', 'loop'] : [name],
      { STUCK_IN: 'start' },
    ],
  ),
  ['close', ['tools'], { STUCK_IN: 'close' }],
])('a signal ends a command while %s loops (%j)', async (what, words, env) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const command = new Running(words, env);
    await command.prints(`begun ${what}`);
    command.child.kill(signal);
    expect(await command.ended).toBe(numberOf(signal));
  }
});

test.each<Signal>(['SIGTERM', 'SIGINT', 'SIGHUP'])(
  '%s ends a call whose tool loops, and says where; what close hooks do at once is done',
  async (signal) => {
    const call = new Running(['call', 'loop_after_progress']);
    await call.prints('begun loop_after_progress');
    call.child.kill(signal);
    expect(await call.ended).toBe(numberOf(signal));
    expect(call.printed).toMatch(
      new RegExp(
        `toolwright call: ${signal} came, and loop_after_progress did not give the thread back \\(\\S+stuck-command\\.cjs:\\d+:\\d+\\) within`,
      ),
    );
    expect(call.printed).toContain('hook ran\nstep ran\n');
  },
);

test('a tool that waits for the system is ended too', async () => {
  const call = new Running(['call', 'sleep_in_system']);
  await call.prints('begun sleep_in_system');
  call.child.kill('SIGTERM');
  expect(await call.ended).toBe(143);
  expect(call.printed).toContain('SIGTERM came, and sleep_in_system did not give the thread back within');
});

test('a call that gives its thread back is cancelled, and answered', async () => {
  const call = new Running(['call', 'never']);
  await call.prints('begun never');
  call.child.kill('SIGTERM');
  expect(await call.ended).toBe(143);
  expect(call.printed).toContain('The call was cancelled');
  expect(call.printed).toContain('hook ran\nstep ran\n');
  expect(call.printed).not.toContain('thread');
});

test.each([
  ['close', 'the thread was not given back'],
  ['unsettled', '`close` has not settled after'],
])('a close hook does not keep a cancelled call from ending (%s)', async (part, said) => {
  const call = new Running(['call', 'never'], { STUCK_IN: part });
  await call.prints('begun never');
  call.child.kill('SIGTERM');
  expect(await call.ended).toBe(143);
  expect(call.printed).toContain(said);
});

test('a second signal does not wait', async () => {
  const call = new Running(['call', 'never'], { STUCK_IN: 'unsettled' });
  await call.prints('begun never');
  call.child.kill('SIGINT');
  await call.prints('hook ran');
  call.child.kill('SIGINT');
  expect(await call.ended).toBe(130);
  expect(call.printed).not.toContain('longer than');
});

test('programs that a stuck tool started end with the call', async () => {
  const call = new Running(['call', 'loop_beside_program'], { STUCK_SECONDS: '86421' });
  const programs = await descendantsThatRun(call.child.pid!, ['sleep']);
  await call.prints('begun loop_beside_program');
  call.child.kill('SIGTERM');
  expect(await call.ended).toBe(143);
  await allGone(programs);
});

const inspect = async (env: Record<string, string> = {}) => {
  const page = new Running(['inspect'], env);
  let url = '';
  while (!url) {
    await new Promise((resolve) => page.child.stdout.once('data', resolve));
    url = /http:\/\/\S+token=\S+/.exec(page.printed)?.[0] ?? '';
  }
  const first = await fetch(url);
  const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!;
  const { origin } = new URL(url);
  const call = (tool: string): void =>
    void fetch(`${origin}/call`, {
      method: 'POST',
      headers: { cookie, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ tool, args: {} }),
    }).catch(() => undefined);
  return { page, call };
};

test.each<Signal>(['SIGTERM', 'SIGINT', 'SIGHUP'])(
  '%s ends `inspect` while a tool that was called from its page loops',
  async (signal) => {
    const { page, call } = await inspect();
    call('loop');
    await page.prints('begun loop');
    page.child.kill(signal);
    expect(await page.ended).toBe(numberOf(signal));
    expect(page.printed).toContain(`toolwright inspect: ${signal} came, and loop did not give the thread`);
  },
);

test('a close hook does not keep `inspect` from ending', async () => {
  const { page } = await inspect({ STUCK_IN: 'close' });
  page.child.kill('SIGTERM');
  expect(await page.ended).toBe(143);
  expect(page.printed).toContain('the thread was not given back');
});

const inTerminal = needs('terminals').test;

inTerminal.each(['loop', 'loop_after_progress'])('Ctrl-C ends a call whose tool loops (%s)', async (tool) => {
  const call = new InTerminal([process.execPath, COMMAND, 'call', tool, '--app', APP], { cwd: folder });
  await call.shows(new RegExp(`begun ${tool}`));
  call.type('\u0003');
  expect(await call.exited).toBe(130);
});
