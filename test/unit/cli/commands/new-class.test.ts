import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { folderWith } from '../../../support/installed-project';
import { temporaryDirectory } from '../../../support/temporary-directory';
import { command as create } from '../../../../src/cli/commands/new';

const root = join(__dirname, '../../../..');

test('new tool --class writes an args class, a tool class and a test that compile against the package', async () => {
  const cwd = mkdtempSync(join(root, 'test/.new-class-'));
  try {
    const written: string[] = [];
    const stdout = (text: string): void => void written.push(text.trim());
    expect(
      await create.run(['tool', 'bake_bread', '--class', '--dir', '.'], {
        cwd,
        env: {},
        stdout,
        stderr: () => undefined,
      }),
    ).toBe(0);
    expect(written).toEqual([
      'src/args/bake-bread.ts',
      'src/tools/bake-bread.ts',
      'test/bake-bread.test.ts',
      "Add the class to 'tools' in your app, and run its test.",
    ]);
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
      compilerOptions: object;
    };
    const config = {
      compilerOptions: {
        ...compilerOptions,
        rootDir: root,
        noEmit: true,
        types: ['node', 'jest'],
        paths: { toolwright: [join(root, 'src/index.ts')], 'toolwright/*': [join(root, 'src/*.ts')] },
      },
      files: ['src/args/bake-bread.ts', 'src/tools/bake-bread.ts', 'test/bake-bread.test.ts'],
    };
    writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(config));
    const parsed = ts.getParsedCommandLineOfConfigFile(
      join(cwd, 'tsconfig.json'),
      {},
      { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
    );
    const program = ts.createProgram(parsed!.fileNames, parsed!.options);
    // Only what was written: the package itself is compiled elsewhere.
    const problems = parsed!.fileNames.flatMap((name) =>
      ts.getPreEmitDiagnostics(program, program.getSourceFile(name)),
    );
    expect(problems.map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'))).toEqual([]);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}, 60_000);

test.each([
  [
    'jest',
    { devDependencies: { jest: '30' } },
    /^import \{ afterEach, beforeEach, expect, test \} from '@jest\/globals';$/m,
  ],
  [
    'vitest',
    { devDependencies: { vitest: '4' } },
    /^import \{ afterEach, beforeEach, expect, test \} from 'vitest';$/m,
  ],
  ['node', { name: 'bare' }, /^import \{ afterEach, beforeEach, test \} from 'node:test';$/m],
])('tests for %s import what they use, and nothing else', async (runner, manifest, imports) => {
  const cwd = temporaryDirectory('tw-new-class');
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
  const io = { cwd, env: {}, stdout: () => undefined, stderr: () => undefined };
  for (const [kind, ...more] of [['tool', '--class', '--specs'], ['prompt'], ['resource']] as const)
    await create.run([kind, `my_${kind}`, ...more], io);
  expect(readFileSync(join(cwd, 'specs/my_tool/spec.md'), 'utf8')).toContain('# Spec: my_tool');
  for (const kind of ['tool', 'prompt', 'resource']) {
    const source = readFileSync(join(cwd, `test/my-${kind}.test.ts`), 'utf8');
    expect(source).toMatch(imports);
    const [head = '', body = ''] = source.split(/\n\n(.*)/s);
    const imported = [...head.matchAll(/import (?:\{ (.*) \}|(\w+)) from/g)].flatMap(([, many, one]) =>
      (many ?? one!).split(', ').map((name) => name.replace('type ', '')),
    );
    expect(imported.filter((name) => !new RegExp(`\\b${name}\\b`).test(body))).toEqual([]);
    expect(/toBeOk|assertOk/.test(body)).toBe(kind === 'tool');
    expect(/'toolwright\/testing\/\w+'/.test(head)).toBe(kind === 'tool' && runner !== 'node');
  }
});

test('run inside a project, it writes where the project has its classes, and says so', async () => {
  const project = folderWith({ 'package.json': '{ "name": "notes" }', 'src/tools/add-note.ts': '' });
  const at = join(project, 'src', 'tools');
  let said = '';
  const io = { env: {}, stdout: (text: string) => void (said += text), stderr: () => undefined };
  await create.run(['prompt', 'plan'], { ...io, cwd: at });
  expect(existsSync(join(project, 'src/prompts/plan.ts'))).toBe(true);
  expect(said).toMatch(/^In the project \.\.[\\/]\.\. \(--dir \. writes here\):\n/);
  await create.run(['prompt', 'plan', '--dir', '.'], { ...io, cwd: at });
  expect(existsSync(join(at, 'src/prompts/plan.ts'))).toBe(true);
  said = '';
  await create.run(['tool', 'find_note', '--class'], { ...io, cwd: project });
  expect(said).toMatch(/^src[\\/]args/);
});
