import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appSource, DevProject } from '../support/dev-project';
import { temporaryDirectory } from '../support/temporary-directory';

const modules = join(__dirname, '..', '..', 'node_modules');

// As TypeScript 7 is installed: a command, and of the API only the version. The command is that of our own compiler.
function withoutApi(): string {
  const folder = temporaryDirectory('tw-typescript-7');
  const files = {
    'package.json': JSON.stringify({
      name: 'typescript',
      version: '7.0.2',
      exports: { './package.json': './package.json', '.': './lib/version.cjs' },
    }),
    'lib/version.cjs': `module.exports = { version: '7.0.2' };\n`,
    'bin/tsc': `require(${JSON.stringify(join(modules, 'typescript', 'lib', 'tsc.js'))});\n`,
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const ARGS = `import { Arg, ToolArguments } from 'toolwright';
export class NoteArgs extends ToolArguments {
  @Arg({ description: 'A name', type: 'string' }) name!: string;
  text!: string;
}
`;

test('a field without @Arg is named where the compiler has no interface, once, and again when it comes back', async () => {
  const project = new DevProject({ 'src/app.ts': appSource(1), 'src/args.ts': ARGS }, withoutApi());
  symlinkSync(
    join(modules, 'ts-json-schema-generator'),
    join(project.folder, 'node_modules', 'ts-json-schema-generator'),
    'dir',
  );
  const dev = project.dev('--app', 'src/app.ts');
  await dev.initialize();
  await dev.said(/src\/args\.ts:4 NoteArgs\.text has no @Arg/);
  project.save('src/args.ts', ARGS.replace('text!', 'title!'));
  await dev.said(/src\/args\.ts:4 NoteArgs\.title has no @Arg/);
  expect(dev.stderr.match(/NoteArgs\.text has no/g)).toHaveLength(1);
  expect(await dev.value('answer')).toEqual({ version: 1 });
  expect(await dev.end()).toEqual({ code: 0, signal: null });
});
