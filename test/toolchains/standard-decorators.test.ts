import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { consumerDirectory, firstTool, project } from '../support/consumer';
import { needs } from '../support/needs';
import { askNotes, NOTES_ANSWERS } from '../support/notes-client';
import { toolchain } from '../support/toolchains';

const root = join(__dirname, '..', '..');
const TIME = 180_000;
let consumer: string;
beforeAll(() => (consumer = consumerDirectory()), TIME);

// No flag for decorators at all; a target for which they are compiled, since no engine has them yet.
const TSCONFIG = JSON.stringify({ compilerOptions: { module: 'nodenext', target: 'ES2022', strict: true } });

const run = (cwd: string, command: string, args: string[]): void => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: cwd },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${stdout}${stderr}`);
};
const tsc = (folder: string, compiler: string): void => run(folder, process.execPath, [compiler, '-p', '.']);
const esbuild = (folder: string): void =>
  run(folder, join(root, 'node_modules/esbuild/bin/esbuild'), [
    'server.ts',
    '--outfile=server.js',
    '--format=esm',
    '--target=es2022',
    '--log-level=warning',
  ]);
const swc = (folder: string): void => {
  const jsc = {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { decoratorVersion: '2023-11' },
  };
  writeFileSync(
    join(folder, 'compile.cjs'),
    `const { transformFileSync } = require(${JSON.stringify(toolchain('@swc/core'))});
    require('node:fs').writeFileSync('server.js', transformFileSync('server.ts', { swcrc: false, jsc: ${JSON.stringify(jsc)}, module: { type: 'nodenext' } }).code);`,
  );
  run(folder, process.execPath, ['compile.cjs']);
};

const repositorys = join(root, 'node_modules/typescript/bin/tsc');
const EVERYWHERE: [string, (folder: string) => void][] = [
  ['tsc 5.9', (folder) => tsc(folder, repositorys)],
  ['esbuild', esbuild],
];
const FROM_NPM: [string, (folder: string) => void][] = [
  ['tsc 5.4', (folder) => tsc(folder, toolchain('typescript-5.4', 'bin/tsc'))],
  ['tsc 7', (folder) => tsc(folder, toolchain('typescript-7', 'bin/tsc'))],
  ['swc', swc],
];

// Everything that a decorator can stand on, with a parent, a nested class, a setting, and an injected service.
const EVERYTHING = `import { Arg, defineApp, Explicit, Prompt, Resource, Setting, Tool, ToolArguments } from 'toolwright';
import { openApp } from 'toolwright/embed';

declare const process: { exit(code: number): void };

class Size extends ToolArguments {
  @Arg({ description: 'Width', type: 'number', maximum: 100, name: 'w' }) maxWidth = 10;
}
class Base extends ToolArguments {
  @Arg({ description: 'Title', minLength: 2 }) title!: string;
}
class DrawArgs extends Base {
  @Arg({ description: 'Size', type: () => Size }) size!: Size;
  @Arg({ description: 'Sizes', items: () => Size }) sizes: Size[] = [];
  @Arg({ description: 'Level', enum: ['low', 'high'], optional: true }) level?: 'low' | 'high';
  @Explicit('DRAW') confirm!: 'DRAW';
}
class Pen {
  draw(text: string): string { return 'drawn: ' + text; }
}
class Store {
  static inject = [Pen];
  constructor(readonly pen: Pen) {}
}
@Tool({ args: DrawArgs, description: 'Draw.', inject: [Store] })
class Draw {
  constructor(private readonly store: Store) {}
  run(args: DrawArgs): string { return this.store.pen.draw(args.title + args.size.maxWidth); }
}
class AskArgs extends ToolArguments {
  @Arg({ description: 'About', type: 'string' }) about!: string;
}
@Prompt({ args: AskArgs, description: 'Ask.' })
class Ask {
  render(args: AskArgs): string { return args.about; }
}
@Resource({ uri: 'note://{id}', description: 'A note.' })
class Note {
  read({ id }: { id: string }): string { return id; }
}
class NotesSettings extends ToolArguments {
  @Setting({ variable: 'SHELF' }) @Arg({ description: 'Where notes are', type: 'string' }) shelf = 'top';
}
const app = defineApp({ name: 'notes', tools: [Draw], prompts: [Ask], resources: [Note], settings: NotesSettings });
const open = await openApp(app);
const call = async (args: object) => {
  const { result } = await open.registry.call('draw', { ...args });
  return JSON.parse(JSON.stringify(result));
};
console.log(JSON.stringify({
  schema: open.registry.describe('draw').inputSchema,
  right: await call({ title: 'ab', size: { w: 5 }, confirm: 'DRAW' }),
  wrong: await call({ title: 'a', size: { w: 500 }, confirm: 'draw' }),
  names: [...open.registry.list().map(({ name }) => name)],
}));
process.exit(0);
`;

const files = (source: Record<string, string>) => ({ ...source, 'tsconfig.json': TSCONFIG });

function behaves(cases: [string, (folder: string) => void][]): void {
  test.each(cases)(
    'the README’s first tool, without any flag: %s',
    async (name, compile) => {
      const folder = project(consumer, `first ${name}`, files(firstTool('module')));
      compile(folder);
      expect(await askNotes(process.execPath, ['server.js'], folder)).toEqual(NOTES_ANSWERS);
    },
    TIME,
  );

  test.each(cases)(
    'every decorator, inheritance, nesting and injection: %s',
    (name, compile) => {
      const source = { ...firstTool('module'), 'server.ts': EVERYTHING };
      const folder = project(consumer, `all ${name}`, {
        ...source,
        'tsconfig.json': TSCONFIG.replace('"strict"', '"skipLibCheck":true,"strict"'),
      });
      compile(folder);
      const out = execFileSync(process.execPath, ['server.js'], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, NOTES_SHELF: 'low' },
      });
      const answers = JSON.parse(out) as { schema: object; right: unknown; wrong: unknown };
      expect(Object.keys((answers.schema as { properties: object }).properties)).toEqual([
        'title',
        'size',
        'sizes',
        'level',
        'confirm',
      ]);
      expect(answers.schema).toMatchObject({
        required: ['title', 'size', 'confirm'],
        properties: {
          title: { type: 'string', minLength: 2 },
          size: { properties: { w: { type: 'number', maximum: 100, default: 10 } } },
          sizes: { items: { properties: { w: { maximum: 100 } } } },
          level: { enum: ['low', 'high'] },
          confirm: { const: 'DRAW' },
        },
      });
      expect(JSON.stringify(answers.right)).toContain('drawn: ab5');
      expect(JSON.stringify(answers.wrong)).toMatch(/title.*size\\.w|size\.w/);
    },
    TIME,
  );
}

describe('with what every checkout has', () => {
  behaves(EVERYWHERE);

  test(
    'a field that says no type is an error at the start that names class, field and cure',
    () => {
      const server = firstTool('module')['server.ts']!.replace(', minLength: 1, maxLength: 50', '');
      const folder = project(consumer, 'no type', files({ ...firstTool('module'), 'server.ts': server }));
      esbuild(folder);
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [join(consumer, 'node_modules/toolwright/dist/bin/toolwright.js'), 'tools', '--app', 'server.js'],
        { cwd: folder, encoding: 'utf8' },
      );
      expect(stdout + stderr).toContain('AddNoteArgs.name: has no recorded type');
      expect(stdout + stderr).toContain("State the type in @Arg, such as `type: 'string'`");
    },
    TIME,
  );
});

const { describe: withToolchains } = needs('toolchains');
withToolchains('with what npm has', () => behaves(FROM_NPM));
