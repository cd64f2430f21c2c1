import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
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

test('a field without @Arg is found in the sources of an app, with its line, unless that rule is off', async () => {
  const file = join(home, 'src', 'forgotten.ts');
  mkdirSync(join(home, 'src'), { recursive: true });
  writeFileSync(
    file,
    `class NoteArgs extends ToolArguments {\n  @Arg('Its name')\n  name!: string;\n  tags!: string[];\n  private own = 1;\n}\n`,
  );
  const forgotten = (found: readonly PlacedFinding[]) =>
    found.filter(({ rule }) => rule === 'argument-forgotten');
  expect(forgotten(await findings())).toMatchObject([
    {
      message: 'NoteArgs.tags has no @Arg, so nobody can set it',
      file: join('src', 'forgotten.ts'),
      line: 4,
    },
  ]);
  expect(forgotten(await findings('--off', 'argument-forgotten'))).toEqual([]);
  expect((await lint('--app', 'toolwright')).out).not.toContain('NoteArgs');
  rmSync(file);
});

test('a tool class that nobody added to the app is noted with its line', async () => {
  const file = join(home, 'src', 'find-note.ts');
  mkdirSync(join(home, 'src'), { recursive: true });
  const forgotten = `@Tool({ description: 'Find a note.' })\nexport class FindNote {}\n`;
  writeFileSync(file, forgotten);
  const unregistered = (found: readonly PlacedFinding[]) =>
    found.filter(({ rule }) => rule === 'class-unregistered');
  // Nothing in the sources is this app's, so they are another's.
  expect(unregistered(await findings())).toEqual([]);
  writeFileSync(file, `${forgotten}export const tool = defineTool({ name: 'delete_note' });\n`);
  expect(unregistered(await findings())).toMatchObject([
    {
      severity: 'note',
      message: 'FindNote is a tool that the app doesn’t have',
      cure: "Add FindNote to 'tools' in your app, or delete it.",
      file: join('src', 'find-note.ts'),
      line: 2,
    },
  ]);
  expect(unregistered(await findings('--off', 'class-unregistered'))).toEqual([]);
  expect((await lint('--app', 'toolwright')).out).not.toContain('FindNote');
  rmSync(file);
});

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

// Classes as an author writes them, and what a compiler makes of them.
const SOURCE = `import { Arg, Prompt, Resource, Tool, ToolArguments } from 'toolwright';

export class Range {
  @Arg('The first day')
  since!: string;
}

export class ListNotesArgs extends ToolArguments {
  @Arg({ description: 'Words of the note', type: 'string' })
  words!: string;

  @Arg({ description: 'When it was written', type: () => Range })
  range!: Range;

  @Arg({ description: 'Nothing older', type: 'string' })
  createdAt!: string;
}

@Tool({ args: ListNotesArgs, description: 'List notes.' })
export class ListNotes {
  run(): string[] {
    return [];
  }
}

export class AdviceArgs extends ToolArguments {
  @Arg({ description: 'Where to\u200b', type: 'string' })
  city!: string;
}

@Prompt({ args: AdviceArgs, description: 'Ask\u200b for advice.' })
export class Advice {
  render(): string {
    return 'advice';
  }
}

@Resource({ uri: 'notes://all', description: 'All\u200b notes.' })
export class AllNotes {
  read(): string {
    return '';
  }
}

@Resource({ uri: 'notes://one/{id}', description: 'One note.' })
export class OneNote {
  read(): string {
    return '';
  }
  list(): object[] {
    return [{ uri: 'notes://one/7', name: 'seven\u200b', description: 'The seventh.' }];
  }
}
`;

test('findings on decorated classes name the line of the field, the class, the prompt and the resource', async () => {
  mkdirSync(join(home, 'src'), { recursive: true });
  writeFileSync(join(home, 'src', 'notes.ts'), SOURCE);
  const compiled = transpileModule(SOURCE, {
    compilerOptions: {
      module: ModuleKind.CommonJS,
      target: ScriptTarget.ES2022,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    },
  }).outputText;
  writeFileSync(
    join(home, 'decorated.cjs'),
    `${compiled}
module.exports = require('toolwright').defineApp({ name: 'notes', tools: [ListNotes], prompts: [Advice], resources: [AllNotes, OneNote] });`,
  );
  const { out } = await lint('--app', 'decorated.cjs', '--json');
  const found = JSON.parse(out) as PlacedFinding[];
  const lineOf = (text: string): number => SOURCE.split('\n').findIndex((line) => line.includes(text)) + 1;
  const placed = found.map(({ rule, subject, source, file, line }) => [
    rule,
    subject.field ?? subject.name,
    source,
    file,
    line,
  ]);
  const file = join('src', 'notes.ts');
  expect(placed).toEqual(
    expect.arrayContaining([
      ['description-purpose', 'list_notes', 'class ListNotes', file, lineOf('@Tool(')],
      ['parameter-date-format', 'created_at', 'class ListNotes', file, lineOf('createdAt!')],
      ['hidden-unicode', 'advice', 'class Advice', file, lineOf('class Advice {')],
      ['hidden-unicode', 'city', 'class Advice', file, lineOf('city!')],
      ['hidden-unicode', 'notes://all', 'class AllNotes', file, lineOf('class AllNotes')],
      ['hidden-unicode', 'notes://one/7', 'class OneNote.list()', file, lineOf('class OneNote')],
    ]),
  );
  const annotated = (await lint('--app', 'decorated.cjs', '--github')).out;
  expect(annotated).toContain(
    `file=${file},line=${lineOf('city!')},title=hidden-unicode::prompt advice, city`,
  );
  // The texts of prompts and resources are put right like those of tools.
  const left = JSON.parse((await lint('--app', 'decorated.cjs', '--fix', '--json')).out) as PlacedFinding[];
  const hidden = left.filter(({ rule }) => rule === 'hidden-unicode');
  expect(hidden.filter((finding) => !finding.fixed).map(({ subject }) => subject.name)).toEqual([
    'notes://one/7',
  ]);
  const fixed = readFileSync(join(home, 'src', 'notes.ts'), 'utf8');
  expect(fixed).toContain("description: 'Ask for advice.'");
  expect(fixed).toContain("name: 'seven\u200b'");
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
