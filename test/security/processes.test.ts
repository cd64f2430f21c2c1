import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BuiltinServer } from '../support/builtin-server';

// Tells what this run started from what another run on the same machine did.
const SECONDS = String(100_000 + process.pid);

// What a command starts ends with it, however it tries to stay; sandboxed or not.
const ESCAPES: [string, string][] = [
  [
    'in the background',
    `require('child_process').spawn('sleep',['${SECONDS}'],{stdio:'inherit'});setTimeout(()=>process.exit(),200)`,
  ],
  [
    'in its own session',
    `require('child_process').spawn('sleep',['${SECONDS}'],{detached:true,stdio:'ignore'}).unref();setTimeout(()=>process.exit(),200)`,
  ],
  [
    'in its own session, holding the output',
    `require('child_process').spawn('sleep',['${SECONDS}'],{detached:true,stdio:'inherit'}).unref();setTimeout(()=>process.exit(),200)`,
  ],
  [
    'without its environment, holding the output',
    `require('child_process').spawn('/bin/sleep',['${SECONDS}'],{detached:true,stdio:'inherit',env:{}}).unref();setTimeout(()=>process.exit(),200)`,
  ],
  [
    'twice removed',
    `require('child_process').spawn('setsid',['sh','-c','sleep ${SECONDS} & sleep ${SECONDS} &'],{detached:true,stdio:'ignore'}).unref();setTimeout(()=>process.exit(),200)`,
  ],
  [
    'deaf to SIGTERM',
    `process.on('SIGTERM',()=>{});require('child_process').spawn('sh',['-c','trap "" TERM; sleep ${SECONDS}'],{stdio:'ignore'});setTimeout(()=>{},60000)`,
  ],
];

function leftOver(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        readFileSync(`/proc/${pid}/cmdline`, 'latin1').endsWith(`sleep\x00${SECONDS}\x00`) &&
        !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
      );
    } catch {
      return false;
    }
  });
}

describe.each(['off', 'auto'])('sandbox: %s', (sandbox) => {
  let server: BuiltinServer;
  beforeAll(async () => {
    const rules = `sandbox: ${sandbox}\ntools: { execute_command: { allowed_commands: ["${process.execPath}", yes, cat], timeout: 3 } }\n`;
    server = await BuiltinServer.start({ config: rules });
    for (const [index, [, code]] of ESCAPES.entries()) writeFileSync(server.path(`${index}.js`), code);
  });
  afterAll(() => server.close());

  test.each(ESCAPES.map(([name], index) => [name, index] as const))('nothing stays %s', async (_, index) => {
    await server.call('execute_command', { command: `${process.execPath} ${index}.js` });
    expect(leftOver()).toEqual([]);
  });

  test('an endless flood stays within its bounds and its time', async () => {
    const before = process.memoryUsage().rss;
    const { isError, text, reply } = await server.call('execute_command', {
      command: 'yes flood',
      timeout: 1,
    });
    expect(isError).toBe(true);
    expect(JSON.parse(text.slice(0, text.indexOf(',"error_data"')) + '}')).toEqual({
      success: false,
      error: 'Command timed out after 1s',
      error_type: 'timeout',
    });
    expect(JSON.stringify(reply).length).toBeLessThan(1_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  });

  test('a pipe that nobody ends is ended', async () => {
    expect(await server.call('execute_command', { command: 'yes | cat | cat', timeout: 1 })).toMatchObject({
      isError: true,
    });
  });
});
