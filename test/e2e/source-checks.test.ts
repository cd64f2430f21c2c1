import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith } from '../support/installed-project';
import { readmeProject, type ReadmeVariant } from '../support/readme-project';

const FORGOTTEN = 'AddNoteArgs.extra has no @Arg';
const forgetting = (source: string): string => source.replace('  name!:', '  name!: string;\n  extra?:');

const LAYOUTS: readonly [string, ReadmeVariant, ...string[]][] = [
  ['as printed', {}],
  ['as ES modules', { type: 'module' }],
  ['compiled to out', { added: { outDir: 'out' } }, '--app', 'out/server.js'],
  ['compiled to build', { added: { outDir: 'build' } }],
  ['below src, compiled to dist', { source: 'src/server.ts', added: { outDir: 'dist' } }],
  ['with source maps', { added: { sourceMap: true } }],
  ['below src, compiled in place', { source: 'src/server.ts' }],
  ['below lib', { source: 'lib/server.ts', added: { outDir: 'out' } }, '--app', 'out/server.js'],
];

test.each(LAYOUTS)(
  'in the README’s project, %s, lint, doctor and verify find the one field without @Arg, in its source',
  (_, variant, ...app) => {
    const { source = 'server.ts' } = variant;
    const { toolwright } = readmeProject({ ...variant, edit: forgetting });
    const lint = toolwright('lint', '--json', ...app);
    expect(JSON.parse(lint.stdout)).toContainEqual(
      expect.objectContaining({ rule: 'argument-forgotten', file: source, line: 6 }),
    );
    const doctor = toolwright('doctor', ...app);
    expect(doctor.stdout).toContain(`${source}:6 ${FORGOTTEN}`);
    expect(doctor.status).toBe(1);
    const verify = toolwright('verify', ...app);
    expect(verify.stdout).toContain(`${source}:6 ${FORGOTTEN}`);
    for (const { stdout } of [lint, doctor, verify]) expect(stdout.match(/has no @Arg/g)).toHaveLength(1);
  },
);

test.each([['as printed', {}]] as const)(
  'in the README’s project, %s, lint, doctor and verify find no field without @Arg where there is none',
  (_, variant) => {
    const { toolwright } = readmeProject(variant);
    for (const words of [['lint'], ['lint', '--sources', 'server.ts'], ['doctor'], ['verify']]) {
      const { stdout } = toolwright(...words);
      expect(stdout).not.toContain('has no @Arg');
      expect(stdout).toMatch(/add_note|Nothing found|✓ classes|no mistakes in their classes/);
    }
  },
);

test('the README’s first tool passes lint', () => {
  const { status, stdout } = readmeProject().toolwright('lint');
  expect({ status, warnings: stdout.match(/^ *[!✗] .*/gm) }).toEqual({ status: 0, warnings: null });
});

test('what a tool is told for is placed in its source, not in what it was compiled to', () => {
  const { toolwright } = readmeProject({
    edit: (source) => source.replace(/'Save a note [^']+'/, "'Add note'"),
  });
  const found = JSON.parse(toolwright('lint', '--json').stdout) as { file?: string }[];
  expect(found.map(({ file }) => file)).toEqual(found.map(() => 'server.ts'));
  expect(found).not.toEqual([]);
});

// The package as npm installs it: version 7 has a command, and of its API only the version.
const TYPESCRIPT_7 = {
  'node_modules/typescript/package.json': JSON.stringify({
    name: 'typescript',
    version: '7.0.2',
    exports: { './package.json': './package.json', '.': './lib/version.cjs' },
  }),
  'node_modules/typescript/lib/version.cjs': `module.exports = { version: '7.0.2', versionMajorMinor: '7.0' };\n`,
};

describe('with TypeScript 7, which has no API to read sources with', () => {
  const { folder, toolwright } = readmeProject({ edit: forgetting });
  rmSync(join(folder, 'node_modules/typescript'));
  folderWith(TYPESCRIPT_7, folder);

  test('they read them with the compiler that ts-json-schema-generator brings', () => {
    expect(toolwright('doctor').stdout).toContain(FORGOTTEN);
  });

  test('without that, each says in one line that it could not look, and why', () => {
    rmSync(join(folder, 'node_modules/ts-json-schema-generator'));
    const reason = /not looked for: TypeScript 7\.0\.2 .*no compiler API/;
    const doctor = toolwright('doctor');
    expect(doctor.stdout).toMatch(reason);
    expect(doctor.stdout).toMatch(/npm install --save-dev ts-json-schema-generator/);
    expect(doctor.status).toBe(0);
    const lint = toolwright('lint', '--json');
    expect(lint.stderr.split('\n').filter((line) => reason.test(line))).toHaveLength(1);
    expect(JSON.parse(lint.stdout)).toBeInstanceOf(Array);
    expect(toolwright('verify').stdout).toMatch(reason);
    rmSync(join(folder, 'node_modules/typescript'), { recursive: true });
    expect(toolwright('doctor').stdout).toMatch(/not looked for: TypeScript is not installed/);
  });

  test('it is not said of rules that are off', () => {
    const { stderr } = toolwright('lint', '--off', 'argument-forgotten', '--off', 'class-unregistered');
    expect(stderr).not.toContain('not looked for');
  });
});

const STANDARD = { module: 'nodenext', strict: true };
const typed = (source: string): string =>
  source
    .replace("{ description: 'Name", "{ type: 'string', description: 'Name")
    .replace("items: 'string'", "type: 'array', items: 'string'");

describe.each(['commonjs', 'module'] as const)(
  'settings that the README’s project can’t work with (%s)',
  (type) => {
    test('a target that keeps decorators is named by doctor, and by whatever loads the app', () => {
      const { toolwright } = readmeProject({ type, settings: STANDARD, edit: typed });
      const doctor = toolwright('doctor');
      expect(doctor.stdout).toMatch(/✗ decorators .*nodenext.*esnext/);
      expect(doctor.stdout).toContain('"experimentalDecorators"');
      expect(doctor.stdout).not.toContain('Correct it there');
      const call = toolwright('call', 'add_note', '--name', 'x');
      expect(call.stderr).toMatch(
        /server\.js:\d+: still has the decorator @(?:Arg|Tool), which no engine runs/,
      );
      expect(call.stderr).toContain('"experimentalDecorators": true');
    });

    test.each([
      ['class-validator', "import { IsNotEmpty } from 'class-validator';", '@IsNotEmpty()'],
      ['class-transformer', "import { Type } from 'class-transformer';", '@Type(() => String)'],
    ])('%s with standard decorators is explained', (name, imported, decorator) => {
      const { toolwright } = readmeProject({
        type,
        settings: { ...STANDARD, target: 'es2022', noCheck: true },
        edit: (source) => `${imported}\n${typed(source).replace('  name!:', `  ${decorator}\n  name!:`)}`,
      });
      const explained = new RegExp(`${name}.* needs? .*"experimentalDecorators": true`);
      expect(toolwright('call', 'add_note', '--name', 'x').stderr).toMatch(explained);
      expect(toolwright('doctor').stdout).toMatch(explained);
    });
  },
);
