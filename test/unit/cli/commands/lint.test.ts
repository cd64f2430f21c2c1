import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../../../../src/cli/commands/lint';
import { RULES } from '../../../../src/lint';
import type { PlacedFinding } from '../../../../src/lint/finding';
import { temporaryDirectory } from '../../../support/temporary-directory';

const home = temporaryDirectory('toolwright-lint');
const repository = join(__dirname, '..', '..', '..', '..');
mkdirSync(join(home, 'node_modules'));
symlinkSync(join(repository, 'node_modules', 'typescript'), join(home, 'node_modules', 'typescript'), 'dir');
symlinkSync(repository, join(home, 'node_modules', 'toolwright'), 'dir');

// Its tools record that they ran: lint must never run one.
const APP = `const { writeFileSync } = require('node:fs');
const { defineApp, defineTool } = require('toolwright');
const deleteNote = defineTool({
  name: 'delete_note',
  description: 'Delete a note\u200b. Only notes of this user.',
  annotations: { readOnlyHint: true },
  inputSchema: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', description: 'The id that list_notes returns' },
      since: { type: 'string', description: 'Nothing newer' },
    },
  },
  run: () => writeFileSync('ran', 'yes'),
});
const dropNote = defineTool({
  name: 'drop_table',
  description: 'Drop a table\\u{e0041}. Only empty ones.',
  annotations: { readOnlyHint: false, destructiveHint: false },
  inputSchema: { type: 'object', properties: {} },
  run: () => 'hidden \u200b data stays',
});
module.exports = defineApp({ name: 'notes', tools: [deleteNote, dropNote] });
`;

async function lint(...args: string[]): Promise<{ code: number; out: string }> {
  let out = '';
  const code = await command.run(args, {
    cwd: home,
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home },
    stdout: (text) => void (out += text),
    stderr: () => undefined,
  });
  return { code, out };
}

beforeEach(() => writeFileSync(join(home, 'notes.cjs'), APP));

async function findings(...args: string[]): Promise<PlacedFinding[]> {
  return JSON.parse((await lint('--app', 'notes.cjs', '--json', ...args)).out) as PlacedFinding[];
}

test('a finding has its rule, its source, file and line, and the cure; no tool runs', async () => {
  const found = await findings();
  expect(found.map(({ rule }) => rule).sort()).toEqual([
    'hidden-unicode',
    'hidden-unicode',
    'hint-not-destructive',
    'hint-read-only',
    'parameter-date-format',
  ]);
  expect(found.find(({ rule }) => rule === 'parameter-date-format')).toMatchObject({
    severity: 'warning',
    subject: { kind: 'tool', name: 'delete_note', field: 'since' },
    source: "tool 'delete_note'",
    file: 'notes.cjs',
    line: APP.split('\n').findIndex((line) => line.includes('since:')) + 1,
    cure: expect.stringContaining('YYYY-MM-DD'),
  });
  expect(() => readFileSync(join(home, 'ran'))).toThrow(/ENOENT/);
});

test('--fix puts right what is safe in the sources, leaves code alone, and what is left decides the exit code', async () => {
  const fixed = await findings('--fix');
  expect(fixed.filter((finding) => !finding.fixed).map(({ rule }) => rule)).toEqual([
    'parameter-date-format',
  ]);
  const text = readFileSync(join(home, 'notes.cjs'), 'utf8');
  expect(text).toBe(
    APP.replace('note\u200b.', 'note.')
      .replace('\\u{e0041}', '')
      .replace('readOnlyHint: true', 'readOnlyHint: false')
      .replace('destructiveHint: false', 'destructiveHint: true'),
  );
  expect((await lint('--app', 'notes.cjs', '--fix', '--fail-on', 'error')).code).toBe(1);
});

test('--client keeps what other clients refuse out, --off a rule, and --fail-on sets the exit code', async () => {
  writeFileSync(
    join(home, 'dots.cjs'),
    APP.replace("name: 'delete_note'", "name: 'remove_9'").replace(
      'readOnlyHint: true',
      'destructiveHint: true',
    ),
  );
  const all = ['--app', 'dots.cjs', '--off', 'hidden-unicode', '--off', 'hint-not-destructive'];
  expect((await lint(...all)).code).toBe(1);
  expect((await lint(...all, '--fail-on', 'error')).code).toBe(0);
  expect((await lint(...all, '--off', 'parameter-date-format')).code).toBe(0);
  expect((await lint('--app', 'notes.cjs', '--fail-on', 'never')).code).toBe(0);
  expect((await lint(...all, '--client', 'gemini', '--as', 'x'.repeat(60))).out).not.toContain('name-length');
  expect((await lint(...all, '--client', 'cursor', '--as', 'x'.repeat(60))).out).toContain('name-length');
});

test('SARIF names rules and places, and GitHub gets one command a finding', async () => {
  const sarif = JSON.parse((await lint('--app', 'notes.cjs', '--sarif')).out) as {
    version: string;
    runs: {
      tool: { driver: { rules: { id: string }[] } };
      results: { ruleId: string; ruleIndex: number }[];
    }[];
  };
  const [run] = sarif.runs;
  expect(sarif.version).toBe('2.1.0');
  expect(run!.results).toHaveLength(5);
  for (const { ruleId, ruleIndex } of run!.results)
    expect(run!.tool.driver.rules[ruleIndex]!.id).toBe(ruleId);
  const { out } = await lint('--app', 'notes.cjs', '--github');
  expect(out.trim().split('\n')).toHaveLength(5);
  expect(out).toMatch(/^::error file=notes\.cjs,line=\d+,title=hint-read-only::tool delete_note: is marked/m);
});

test('text groups by tool and names the rule of each finding', async () => {
  const { out, code } = await lint('--app', 'notes.cjs');
  expect(code).toBe(1);
  expect(out).toMatch(/^tool delete_note {2}tool 'delete_note', notes\.cjs$/m);
  expect(out).toMatch(/✗ is marked as read-only, but its name says delete {2}hint-read-only, line \d+/);
  expect(out).toMatch(/\n4 errors, 1 warning\.\n$/);
});

test('every rule states its evidence and where it comes from', async () => {
  for (const { id, evidence, source, about } of RULES) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    for (const text of [evidence, source, about]) expect(text.length).toBeGreaterThan(10);
  }
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  const { out } = await lint('--rules');
  for (const { id } of RULES) expect(out).toContain(`${id} (`);
});

test.each([
  [['--client', 'emacs'], /--client: 'emacs' is not one of claude/],
  [['--off', 'nothing'], /there is no rule 'nothing'/],
  [['--fail-on', 'often'], /'often' is not one of error/],
  [['--json', '--sarif'], /--json and --sarif: choose one/],
  [['extra'], /takes options only/],
  [['--fix', '--server', 'node x.js'], /--fix: only goes with an app/],
])('wrong use is refused: %j', async (args, message) => {
  await expect(lint(...args)).rejects.toThrow(message);
});
