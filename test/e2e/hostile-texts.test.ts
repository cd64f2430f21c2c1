import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '../support/needs';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';
import { InTerminal } from '../support/terminal';

// A foreign server's words must not move the cursor, set titles, ring, or turn text round, whatever command prints them.
const cwd = temporaryDirectory('tw-hostile');
const SERVER = ['--server', `node ${join(__dirname, '..', 'fixtures', 'hostile-server.cjs')}`];
const COMMANDS: readonly (readonly string[])[] = [
  ['tools'],
  ['tools', 'evil'],
  ['tools', '--json'],
  ['describe', 'evil'],
  ['describe', 'evil', '--json'],
  ['describe', 'missing'],
  ['call', 'evil', '--help'],
  ['call', 'evil', '--what', 'good'],
  ['call', 'evil', '--what', 'wrong'],
  ['call', 'evil', '--nothing', '1'],
  ['call', 'evil', '--json'],
  ['call', 'fails'],
  ['call', 'missing'],
  ['read'],
  ['read', 'evil://a'],
  ['prompt'],
  ['prompt', 'evil'],
  ['prompt', 'evil', '--a', 'b'],
  ['prompt', 'missing'],
  ['cost'],
  ['lint'],
  ['lint', '--github'],
  ['docs'],
  ['docs', '--markdown'],
  ['snapshot', '--out', '-'],
  ['diff'],
  ['verify'],
];
// What steers, once our own colours, lines that are written anew and ends of lines are taken away.
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
const OURS = /\r\u001b\[K|\u001b\[(?:[12]|22|3[1-39])m|\r*\n/g;
// Programs read these as they are.
const DATA = ['call', 'read', 'prompt'];

function steeringIn(text: string): string | undefined {
  const rest = text.replace(OURS, '');
  const at = rest.search(STEERING);
  return at < 0 ? undefined : JSON.stringify(rest.slice(Math.max(0, at - 40), at + 20));
}

// A contract from which the server differs in everything that is printed.
beforeAll(() => {
  const snapshot = ['snapshot', '--out', '-', ...SERVER];
  const { stdout } = spawnSync(process.execPath, [COMMAND, ...snapshot], { cwd, encoding: 'utf8' });
  const contract = JSON.parse(stdout) as {
    tools: { inputSchema: { properties: object } }[];
    prompts: unknown[];
  };
  contract.tools.pop();
  contract.tools[0]!.inputSchema.properties = { before: { type: 'string', enum: ['\u001b[2J'] } };
  contract.prompts.length = 0;
  writeFileSync(join(cwd, 'toolwright.contract.json'), JSON.stringify(contract));
});

test.each(COMMANDS)('in a pipe: %s %s %s %s', (...words) => {
  const { stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words, ...SERVER], {
    cwd,
    encoding: 'utf8',
  });
  expect(stdout + stderr).toMatch(/end\.|evil|missing/);
  const isData = DATA.includes(words[0]!) && !words.includes('--help') && !words.includes('--json');
  expect([isData ? undefined : steeringIn(stdout), steeringIn(stderr)]).toEqual([undefined, undefined]);
});

needs('terminals').test.each(COMMANDS)('in a terminal: %s %s %s %s', async (...words) => {
  const shown = new InTerminal([process.execPath, COMMAND, ...words, ...SERVER], { cwd });
  await shown.exited;
  expect(shown.screen).toMatch(/end\.|evil|missing/);
  expect(steeringIn(shown.screen)).toBeUndefined();
});

test('what programs read is what the server said', () => {
  const call = ['call', 'evil', '--what', 'good', ...SERVER];
  const { stdout } = spawnSync(process.execPath, [COMMAND, ...call], { cwd, encoding: 'utf8' });
  expect(stdout).toContain('\u001b]0;title\u0007');
});
