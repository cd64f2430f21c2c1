import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { command as create } from '../../../../src/cli/commands/new';

const root = join(__dirname, '../../../..');

test('new tool --class writes an args class, a tool class and a test that compile against the package', async () => {
  const cwd = mkdtempSync(join(root, 'test/.new-class-'));
  try {
    const written: string[] = [];
    const stdout = (text: string): void => void written.push(text.trim());
    expect(
      await create.run(['tool', 'bake_bread', '--class'], { cwd, env: {}, stdout, stderr: () => undefined }),
    ).toBe(0);
    expect(written).toEqual(
      expect.arrayContaining([
        'specs/bake_bread/spec.md',
        'specs/bake_bread/plan.md',
        'src/args/bake-bread.ts',
        'src/tools/bake-bread.ts',
        'test/bake-bread.test.ts',
      ]),
    );
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
