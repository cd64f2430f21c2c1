import ts from 'typescript';
import { folderWith, install, run } from '../support/installed-project';

const SOURCE = `import { defineApp, defineTool } from 'toolwright';

interface Note {
  readonly title: string;
}

type Notes = readonly Note[];

function first(notes: Notes): string {
  return notes[0]!.title;
}

export default defineApp({
  name: 'notes',
  tools: [defineTool({ name: 'throws', description: 'x', run: () => first([]) })],
});
`;

// A project as its compiler leaves it: the source below src/, and what it was compiled to with a source map.
function compiled(source: string, kind: ts.ModuleKind): Record<string, string> {
  const { outputText, sourceMapText } = ts.transpileModule(source, {
    fileName: 'app.ts',
    compilerOptions: { module: kind, target: ts.ScriptTarget.ES2022, sourceMap: true },
  });
  const map = { ...(JSON.parse(sourceMapText!) as object), sources: ['../src/app.ts'] };
  const type = kind === ts.ModuleKind.CommonJS ? 'commonjs' : 'module';
  return {
    'package.json': JSON.stringify({ name: 'notes', type }),
    'src/app.ts': source,
    'dist/app.js': outputText,
    'dist/app.js.map': JSON.stringify(map),
  };
}

describe.each([
  ['CommonJS', ts.ModuleKind.CommonJS],
  ['ES modules', ts.ModuleKind.ES2022],
])('places of compiled code (%s)', (_, kind) => {
  const folder = folderWith(compiled(SOURCE, kind));
  const command = install(folder);
  const call = () => run(command, folder, ['call', 'throws', '--app', 'dist/app.js']);

  test('where a tool threw is the line of its source', () => {
    const { stderr } = call();
    expect(stderr).toMatch(/first \(.*\/src\/app\.ts:10:\d+\)/);
    expect(stderr).toMatch(/run \(.*\/src\/app\.ts:15:\d+\)/);
    expect(stderr).not.toContain('dist/app.js:');
  });

  test('where an app throws while it is loaded is the line of its source', () => {
    folderWith(compiled(`${SOURCE}first([]);\n`, kind), folder);
    const { status, stderr } = call();
    expect(status).toBe(2);
    expect(stderr).toMatch(/\/src\/app\.ts:10: throws while it is loaded/);
    expect(run(command, folder, ['doctor', '--app', 'dist/app.js']).stdout).toMatch(/\/src\/app\.ts:10/);
  });

  test('an import of what does not exist is placed in the source', () => {
    folderWith(compiled(`${SOURCE.replace('\n', "\nimport './missing.js';\n")}`, kind), folder);
    expect(call().stderr).toMatch(/\/src\/app\.ts:2: imports .*missing\.js, which does not exist/);
  });
});
