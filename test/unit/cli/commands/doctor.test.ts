import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { command } from '../../../../src/cli/commands/doctor';
import type { Finding } from '../../../../src/cli/doctor/finding';
import { nodeVersion } from '../../../../src/cli/doctor/look-at-toolchain';
import { temporaryDirectory } from '../../../support/temporary-directory';

async function looked(
  files: Record<string, unknown>,
  args: string[] = [],
): Promise<{ code: number; found: (topic: string) => Finding[] }> {
  const cwd = temporaryDirectory('toolwright-doctor');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  let text = '';
  const env = { PATH: process.env['PATH'], HOME: cwd, XDG_CONFIG_HOME: cwd };
  const io = { cwd, env, stdout: (out: string) => void (text += out), stderr: () => undefined };
  const code = await command.run(['--json', ...args], io);
  const findings = JSON.parse(text) as Finding[];
  return { code, found: (topic) => findings.filter((finding) => finding.topic === topic) };
}

const installed = (name: string, at = 'node_modules') => ({
  [`${at}/${name}/package.json`]: { name, version: '1.0.0' },
});

test('a directory without a project has nothing to put right', async () => {
  const { code, found } = await looked({});
  expect(code).toBe(0);
  expect(found('app')).toMatchObject([{ verdict: 'ok' }]);
  expect(found('protocol')[0]!.text).toContain('2026-07-28');
  expect(found('toolwright')).toContainEqual(expect.objectContaining({ verdict: 'note' }));
});

test.each([
  ['metadata is missing, and each type stated', { experimentalDecorators: true, strict: true }, 'note'],
  ['both are on', { experimentalDecorators: true, emitDecoratorMetadata: true, strict: true }, 'ok'],
  ['the standard ones', { strict: true }, 'ok'],
  ['a target that keeps them', { target: 'ESNext', strict: true }, 'problem'],
  ['a module that implies such a target', { module: 'NodeNext', strict: true }, 'problem'],
  ['a target beside it', { module: 'nodenext', target: 'es2022', strict: true }, 'ok'],
  ['a module that implies another target', { module: 'node16', strict: true }, 'ok'],
])('decorators: %s', async (_, compilerOptions, verdict) => {
  const { code, found } = await looked({
    'tsconfig.json': { compilerOptions },
    'node_modules/typescript/package.json': { version: '5.9.3' },
  });
  expect(found('decorators')).toMatchObject([{ verdict }]);
  expect(code).toBe(verdict === 'problem' ? 1 : 0);
});

test.each([['6.0.2'], ['7.0.2'], [undefined]])(
  'a module that implied a target before TypeScript 6 is no problem with %s',
  async (version) => {
    const { found } = await looked({
      'tsconfig.json': { compilerOptions: { module: 'nodenext', strict: true } },
      ...(version !== undefined && { 'node_modules/typescript/package.json': { version } }),
    });
    expect(found('decorators')).toMatchObject([{ verdict: 'ok' }]);
  },
);

test('settings that a tsconfig.json inherits count, and comments and patterns are read', async () => {
  const { found } = await looked({
    'base.json': `{ /* base */ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true, }, }`,
    'tsconfig.json': `{ "extends": "./base", // the base\n "include": ["src/**/*.ts"], "compilerOptions": { "strict": false } }`,
  });
  expect(found('decorators')).toMatchObject([
    { verdict: 'ok', text: expect.stringContaining("TypeScript's") },
  ]);
  expect(found('compiler')).toMatchObject([{ verdict: 'note' }]);
});

test('a tsconfig.json that is not JSON, or extends itself, is named', async () => {
  expect((await looked({ 'tsconfig.json': '{ "a" ' })).found('tsconfig.json')).toMatchObject([
    { verdict: 'problem', text: expect.stringContaining('is not JSON') },
  ]);
  const loop = await looked({ 'tsconfig.json': { extends: './tsconfig.json' } });
  expect(loop.found('tsconfig.json')).toMatchObject([{ text: expect.stringContaining('extends itself') }]);
});

test('a package that is there twice is named with both places', async () => {
  const once = { ...installed('toolwright'), ...installed('typedi') };
  expect((await looked(once)).found('packages')).toMatchObject([{ verdict: 'ok' }]);
  const { code, found } = await looked({
    ...once,
    ...installed('typedi', 'node_modules/toolwright/node_modules'),
  });
  expect(found('packages')).toMatchObject([{ verdict: 'problem', text: expect.stringContaining('typedi') }]);
  expect(code).toBe(1);
});

test('a configuration that is wrong is the only thing said of the app', async () => {
  const { code, found } = await looked({ 'my.yaml': 'prefiks: x\n' }, ['--config', 'my.yaml']);
  expect(code).toBe(1);
  expect(found('app')).toMatchObject([{ verdict: 'problem', text: expect.stringContaining('prefiks') }]);
});

test('what an operator might not expect is said', async () => {
  const { found } = await looked(
    { 'my.yaml': 'roots: [/]\ntools:\n  execute_command: { allowed_commands: [ls, bash] }\nsandbox: off\n' },
    ['--config', 'my.yaml'],
  );
  expect(found('roots')).toMatchObject([{ verdict: 'problem', text: 'file tools may use all of /' }]);
  expect(found('commands')).toMatchObject([{ verdict: 'note', text: expect.stringContaining('bash') }]);
  expect(found('consent')).toMatchObject([{ verdict: 'note' }]);
  expect(found('sandbox')).toMatchObject([{ verdict: 'note', text: expect.stringContaining('off') }]);
});

test('what was left out for want of trust is said', async () => {
  const { found } = await looked({ 'toolwright.yaml': 'prefix: mine\n' });
  expect(found('trust')).toMatchObject([
    { verdict: 'note', text: expect.stringContaining('toolwright.yaml') },
  ]);
});

test('a configuration that nobody trusts yet is judged all the same', async () => {
  const { code, found } = await looked({ 'toolwright.yaml': 'prefiks: mine\nconsent: maybe\n' });
  expect(found('configuration')).toMatchObject([
    { verdict: 'ok' },
    { verdict: 'problem', text: expect.stringMatching(/^toolwright\.yaml:2:10: consent /) },
    { verdict: 'problem', text: expect.stringMatching(/^toolwright\.yaml:1:1: prefiks /) },
  ]);
  expect(found('trust')).toHaveLength(1);
  expect(code).toBe(1);
  const broken = await looked({ 'toolwright.yaml': 'prefix: [mine\n' });
  expect(broken.found('configuration')).toMatchObject([{ verdict: 'ok' }, { verdict: 'problem' }]);
});

test.each([
  [
    'an unknown tool',
    'tools:\n  read_fil: { enabled: false }\n',
    /tools\.read_fil names an unknown tool/,
    /read_file/,
  ],
  ['a rule without effect', 'tools:\n  read_file: { allowed_commands: [ls] }\n', /has no effect/, /Move it/],
  ['modules that are not there', 'modules: [none/*.js]\n', /matches no file/, /Correct it/],
  ['prompts that are not there', 'prompts: none.yaml\n', /none\.yaml.*no such file/, /another file/],
  ['an audit in a file', 'audit: my.txt\n', /audit\.dir can't be written/, /directory/],
  ['an open door', 'http: { listen: "0.0.0.0:3000" }\n', /without authentication/, /http\.tokens/],
])('%s in a configuration that nobody trusts yet is foretold', async (_, text, message, cure) => {
  const { code, found } = await looked({ 'toolwright.yaml': text, 'my.txt': 'mine' });
  expect(found('configuration')).toMatchObject([
    { verdict: 'ok' },
    { verdict: 'problem', text: expect.stringMatching(message), cure: expect.stringMatching(cure) },
  ]);
  expect(found('configuration')[1]!.text).toMatch(/^toolwright\.yaml:.* once the file is trusted/);
  expect(code).toBe(1);
});

test('a rule for a tool that untrusted modules or definitions may bring is only noted', async () => {
  const { code, found } = await looked({
    'toolwright.yaml':
      'modules: [mine/*.js]\ntools:\n  water_bad: { enabled: false, allowed_commands: [ls] }\n',
    'mine/tool.js': 'throw new Error("was run");',
  });
  expect(found('configuration')).toMatchObject([
    { verdict: 'ok' },
    { verdict: 'note', text: expect.stringMatching(/tools\.water_bad names a tool that is not known/) },
  ]);
  expect(code).toBe(0);
});

test('an open door in a configuration that is used is a problem too', async () => {
  const { found } = await looked({ 'my.yaml': 'http: { listen: "0.0.0.0:3000" }\n' }, [
    '--config',
    'my.yaml',
  ]);
  expect(found('configuration')).toMatchObject([
    { verdict: 'ok' },
    { verdict: 'problem', text: expect.stringContaining('without authentication') },
  ]);
});

test('an old Node is refused', () => {
  expect(nodeVersion('18.20.1')).toMatchObject({ verdict: 'problem' });
  expect(nodeVersion('20.0.0')).toMatchObject({ verdict: 'ok' });
});

test('a field for which @Arg was forgotten is named with file, line and cure', async () => {
  const { code, found } = await looked({
    'src/args.ts': `import { Arg, Explicit, ToolArguments } from 'toolwright';
export class AddNoteArgs extends ToolArguments {
  @Arg('Name') name!: string;
  text!: string;
  @Explicit('ADD') sure!: 'ADD';
  private cache = new Map<string, string>();
  protected seen = 0;
  static readonly most = 3;
  #secret = '';
  @Titled() title!: string;
}
export class Store {
  notes: string[] = [];
}
export class FindNoteArgs extends ToolArguments {
  text = '';
}
`,
  });
  expect(found('arguments')).toEqual([
    {
      topic: 'arguments',
      verdict: 'problem',
      text: 'src/args.ts:4 AddNoteArgs.text has no @Arg, so nobody can set it',
      cure: 'Describe it with @Arg, or make it private if nobody is to set it.',
    },
    expect.objectContaining({
      text: 'src/args.ts:16 FindNoteArgs.text has no @Arg, so nobody can set it',
    }),
  ]);
  expect(code).toBe(1);
});

const FORGETS = `import { ToolArguments } from 'toolwright';
export class AddNoteArgs extends ToolArguments {
  text!: string;
}
`;

test.each([
  ['in the root, which the tsconfig.json includes', 'args.ts', { 'tsconfig.json': {} }],
  ['where the tsconfig.json says', 'lib/args.ts', { 'tsconfig.json': { include: ['lib'] } }],
  [
    'in a project that the tsconfig.json refers to',
    'server/args.ts',
    {
      'tsconfig.json': { files: [], references: [{ path: './server' }] },
      'server/tsconfig.json': { compilerOptions: { composite: true } },
    },
  ],
  ['beside the app, without a tsconfig.json', 'server.ts', {}],
])('a field without @Arg is found %s', async (_, file, files) => {
  const source = `import { defineApp } from 'toolwright';\n${FORGETS}`;
  const { found } = await looked({ ...files, [file]: source });
  expect(found('arguments')).toMatchObject([{ text: expect.stringContaining(`${file}:4 AddNoteArgs.text`) }]);
});

test.each([
  ['a test', 'args.test.ts', {}],
  ['a folder of tests', 'test/args.ts', {}],
  ['what the tsconfig.json leaves out', 'old/args.ts', { exclude: ['old'] }],
  ['a declaration', 'args.d.ts', {}],
])('%s is not looked at for fields without @Arg', async (_, file, tsconfig) => {
  const { found } = await looked({ 'tsconfig.json': tsconfig, [file]: FORGETS, 'src/a.ts': FORGETS });
  expect(found('arguments').map(({ text }) => text.split(' ')[0])).toEqual(['src/a.ts:3']);
});

test('a class that nobody added to the app is named with file, line and cure; one in a test is not', async () => {
  const decorated = (kind: string, name: string) =>
    `@${kind}({ description: 'x' })\nexport class ${name} {}\n`;
  const { found } = await looked(
    {
      'app.cjs': `const { defineApp, defineTool } = require(${JSON.stringify(join(__dirname, '../../../../src/index.ts'))});
const tool = (name, source) => defineTool({ name, source, description: 'x', inputSchema: { type: 'object', properties: {} }, run: () => 'x' });
module.exports = defineApp({ name: 'notes', version: '1.0.0', tools: [tool('add_note', 'class AddNote')] });
`,
      'src/add-note.ts': decorated('Tool', 'AddNote'),
      'src/drop-note.ts': `import { Tool } from 'toolwright';\n${decorated('Tool', 'DropNote')}`,
      'src/plan.ts': decorated('tw.Prompt', 'Plan'),
      'src/note.ts': decorated('Resource', 'Note') + `@Tool({}) export abstract class Base {}\n`,
      'src/note.test.ts': decorated('Tool', 'ForTest'),
    },
    ['--app', 'app.cjs'],
  );
  expect(found('classes')).toMatchObject([
    { verdict: 'ok' },
    {
      verdict: 'note',
      text: "src/drop-note.ts:3 DropNote is a tool that the app doesn't have",
      cure: "Add DropNote to 'tools' in your app, or delete it.",
    },
    { text: "src/note.ts:2 Note is a resource that the app doesn't have" },
    { text: "src/plan.ts:2 Plan is a prompt that the app doesn't have" },
  ]);
});

const UNTYPED = {
  'app.cjs': `const { Arg, defineApp, Prompt, Tool, ToolArguments } = require(${JSON.stringify(join(__dirname, '../../../../src/index.ts'))});
class AddNoteArgs extends ToolArguments {}
Arg('Its name')(AddNoteArgs.prototype, 'name');
class AddNote { constructor(notes) {} run() { return 'noted'; } }
Tool({ args: AddNoteArgs, description: 'Add a note.' })(AddNote);
class PlanDay { constructor(notes) {} render() { return 'Plan.'; } }
Prompt({ description: 'Plan a day.' })(PlanDay);
class Wrong { run() {} }
Tool({ description: '' })(Wrong);
module.exports = defineApp({ name: 'notes', tools: [AddNote, Wrong], prompts: [PlanDay] });
`,
};

test.each([
  ['metadata is off', { experimentalDecorators: true, strict: true }],
  ['metadata is on without decorators', { emitDecoratorMetadata: true, strict: true }],
])('%s: the setting is reported, and not each class that lacks its types', async (_, compilerOptions) => {
  const { found } = await looked({ ...UNTYPED, 'tsconfig.json': { compilerOptions } }, ['--app', 'app.cjs']);
  expect(found('decorators')).toMatchObject([{ verdict: 'problem' }]);
  expect(found('classes')).toMatchObject([{ text: expect.stringContaining('Wrong') }]);
});

test('a tsconfig.json that is not JSON is reported alone', async () => {
  const { found } = await looked({ ...UNTYPED, 'tsconfig.json': '{ "a" ' }, ['--app', 'app.cjs']);
  expect(found('tsconfig.json')).toHaveLength(1);
  expect(found('classes')).toMatchObject([{ text: expect.stringContaining('Wrong') }]);
});

test('classes without types are one finding where the settings are not to blame', async () => {
  const { found } = await looked({ ...UNTYPED, 'tsconfig.json': { compilerOptions: { strict: true } } }, [
    '--app',
    'app.cjs',
  ]);
  expect(found('decorators')).toMatchObject([{ verdict: 'ok' }]);
  expect(found('classes')).toEqual([
    expect.objectContaining({ text: expect.stringContaining('Wrong') }),
    {
      topic: 'classes',
      verdict: 'problem',
      text: expect.stringMatching(
        /^the compiler recorded no types for AddNoteArgs\.name, AddNote, PlanDay: /,
      ),
      cure: expect.stringMatching(/^State the types: .* set both in tsconfig\.json and build with tsc\.$/),
    },
  ]);
});

test('an app that a target left its decorators in is a matter of the target alone', async () => {
  const { found } = await looked(
    {
      'tsconfig.json': { compilerOptions: { target: 'esnext', strict: true } },
      'app.cjs': '@Tool({})\nclass AddNote {}\n',
    },
    ['--app', 'app.cjs'],
  );
  expect(found('decorators')).toMatchObject([{ verdict: 'problem' }]);
  expect(found('app')).toEqual([]);
});

const INDEX = JSON.stringify(join(__dirname, '../../../../src/index.ts'));

test('a class with a mistake is one that the app has', async () => {
  const { found } = await looked(
    {
      'app.cjs': `const { defineApp, Prompt, Resource, Tool } = require(${INDEX});
class One { run() { return 'x'; } }
Tool({ description: 'One.' })(One);
class Two { run() { return 'x'; } }
Tool({ name: 'bad name', description: 'Two.' })(Two);
class Three { run() { return 'x'; } }
Tool({ description: '' })(Three);
class Asks { render() { return 'x'; } }
Prompt({})(Asks);
class Reads { read() { return 'x'; } }
Resource({ name: 'reads' })(Reads);
module.exports = defineApp({ name: 'notes', version: '1.0.0', tools: [One, [Two, Three]], prompts: [Asks], resources: [Reads] });
`,
      'src/all.ts': ['Tool One', 'Tool Two', 'Tool Three', 'Prompt Asks', 'Resource Reads', 'Tool Four']
        .map((each) => each.split(' '))
        .map(([kind, name]) => `@${kind}({ description: 'x' })\nexport class ${name} {}\n`)
        .join(''),
    },
    ['--app', 'app.cjs'],
  );
  const texts = found('classes').map(({ text }) => text);
  expect(texts.filter((text) => text.includes("doesn't have"))).toEqual([
    "src/all.ts:12 Four is a tool that the app doesn't have",
  ]);
  for (const name of ['Two', 'Three', 'Asks', 'Reads'])
    expect(texts).toContainEqual(expect.stringMatching(new RegExp(`^${name}: `)));
});

describe('several apps under one tsconfig.json', () => {
  const app = (name: string, tool: string) => `import { defineApp } from 'toolwright';
import { ${tool} } from './tools/${tool}.js';
import './shared';
export default defineApp({ name: '${name}', tools: [${tool}] });
`;
  const tool = (name: string) => `import { Arg, Tool, ToolArguments } from 'toolwright';
export class ${name}Args extends ToolArguments { @Arg('x') told!: string; forgotten!: string; }
@Tool({ description: 'x' })
export class ${name} {}
`;
  const files = {
    'tsconfig.json': { compilerOptions: { target: 'es2022', module: 'node16', strict: true } },
    'package.json': {},
    'w1.ts': app('w1', 'One'),
    'w2.ts': app('w2', 'Two'),
    'w2.js': `const { defineApp, defineTool } = require(${INDEX});
module.exports = defineApp({ name: 'w2', version: '1.0.0', tools: [defineTool({ name: 'two', source: 'class Two', description: 'x',
  inputSchema: { type: 'object', properties: {} }, run: () => 'x' })] });
`,
    'shared.ts': tool('Shared'),
    'lost.ts': tool('Lost'),
    'tools/One.ts': tool('One'),
    'tools/Two.ts': tool('Two'),
  };

  test('what only another app imports is not looked at; what none imports is', async () => {
    const { found } = await looked(files, ['--app', 'w2.js']);
    expect(found('arguments').map(({ text }) => text.split(':')[0])).toEqual([
      ...['lost.ts', 'shared.ts', 'tools/Two.ts'],
    ]);
    const missing = found('classes').filter(({ verdict }) => verdict === 'note');
    expect(missing.map(({ text }) => text.split(':')[0])).toEqual(['lost.ts', 'shared.ts']);
  });
});

describe('a copy of Toolwright inside another package', () => {
  const copy = (version: string) => ({
    ...installed('toolwright'),
    ...installed('lib'),
    'node_modules/lib/node_modules/toolwright/package.json': { name: 'toolwright', version },
  });

  test.each<[string, Record<string, unknown>]>([
    ['that the project depends on', { 'package.json': { dependencies: { lib: '1' } } }],
    ['that its sources import', { 'src/app.ts': "import { Tool } from 'lib/tools';\nexport { Tool };\n" }],
    [
      'that a dependency depends on',
      {
        'package.json': { dependencies: { '@a/b': '1' } },
        'node_modules/@a/b/package.json': { name: '@a/b', version: '1.0.0', dependencies: { lib: '1' } },
      },
    ],
  ])('%s is named with both places', async (_, files) => {
    const { code, found } = await looked({ ...copy('0.9.0'), ...files });
    expect(found('packages')).toMatchObject([
      {
        verdict: 'problem',
        text: expect.stringMatching(
          /^toolwright is installed twice, .*node_modules\/toolwright \(1\.0\.0\) .* for lib in .*lib\/node_modules\/toolwright \(0\.9\.0\)/,
        ),
      },
    ]);
    expect(code).toBe(1);
  });

  test('is only to be known if it is the same version, and nothing if the app can’t reach it', async () => {
    const reached = { 'package.json': { dependencies: { lib: '1' } } };
    expect((await looked({ ...copy('1.0.0'), ...reached })).found('packages')).toMatchObject([
      { verdict: 'note' },
    ]);
    const unreached = { 'package.json': { devDependencies: { lib: '1' } } };
    expect((await looked({ ...copy('0.9.0'), ...unreached })).found('packages')).toMatchObject([
      { verdict: 'ok' },
    ]);
  });
});
