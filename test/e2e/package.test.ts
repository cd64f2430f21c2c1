import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { anchorsOf, linksOf } from '../support/pages';
import { consumerDirectory, link } from '../support/consumer';

const root = join(__dirname, '..', '..');
let folder: string;

const run = (command: string, args: string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

// The tarball as npm would publish it, unpacked where a consumer has it, beside what is installed with it.
beforeAll(() => {
  folder = consumerDirectory();
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "version": "1.0.0" }');
});

const ADD = `import { Arg, defineApp, Result, Tool, ToolArguments, type ToolContext } from 'toolwright';
import { createServer, openApp } from 'toolwright/embed';

class AddArgs extends ToolArguments {
  @Arg('One number') one!: number;
  @Arg('Another') other = 2;
}

@Tool({ args: AddArgs, description: 'Add two numbers.' })
class Add {
  async run(args: AddArgs, context: ToolContext): Promise<Result<number>> {
    context.log.debug('adding');
    return Result.ok(args.one + args.other);
  }
}

void openApp(defineApp({ tools: [Add] })).then(async (open) => {
  createServer(open);
  const outcome = await open.registry.call('add', { one: 40 });
  console.log(JSON.stringify(outcome.result));
});
`;

const GREET = `import { Arg, Tool, ToolArguments } from 'toolwright';

declare module 'toolwright' {
  interface ToolwrightTypes {
    generated: true;
  }
}

export class GreetArgs extends ToolArguments {
  @Arg('Whom') names!: string[];
}

@Tool({ args: GreetArgs, description: 'Greet people.' })
export class Greet {
  run(args: GreetArgs): string {
    return args.names.join();
  }
}
`;

// Both of an author's files in one go, with the strictest reading of our types.
let compiled = false;
function compile(): void {
  if (compiled) return;
  writeFileSync(join(folder, 'tool.ts'), ADD);
  writeFileSync(join(folder, 'greet.ts'), GREET);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        module: 'NodeNext',
        moduleResolution: 'NodeNext',
        strict: true,
        skipLibCheck: false,
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        types: [],
      },
      files: ['tool.ts', 'greet.ts'],
    }),
  );
  run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.']);
  compiled = true;
}

test('works from require and from import, with every export by name', () => {
  writeFileSync(
    join(folder, 'a.cjs'),
    "const { Result } = require('toolwright'); const { ToolRegistry } = require('toolwright/embed'); console.log(typeof ToolRegistry, Result.ok(1).toJsonString());",
  );
  writeFileSync(
    join(folder, 'b.mjs'),
    "import * as all from 'toolwright'; import { defineTool, Tool, Arg } from 'toolwright'; import { createServer, ToolRegistry } from 'toolwright/embed'; console.log(typeof createServer, typeof defineTool, typeof ToolRegistry, typeof Tool, typeof Arg, Object.keys(all).length > 15);",
  );
  expect(run(process.execPath, ['a.cjs']).trim()).toBe('function {"success":true,"value":1}');
  expect(run(process.execPath, ['b.mjs']).trim()).toBe('function function function function function true');
});

test('an author’s project compiles without skipLibCheck, and its tool runs', () => {
  compile();
  expect(run(process.execPath, ['tool.js']).trim()).toBe('{"success":true,"value":42}');
}, 120_000);

test('the tarball holds the bundles and the types that are reachable, and no other code', () => {
  const files = readdirSync(join(folder, 'node_modules/toolwright/dist'), {
    recursive: true,
    encoding: 'utf8',
  });
  const code = files.filter((file) => file.endsWith('.js')).map((file) => file.split(sep).join('/'));
  expect(code.sort()).toEqual([
    'bin/dev-compiler.js',
    'bin/dev-version.js',
    'bin/toolwright.js',
    'embed.js',
    'index.js',
    'inspect/page/page.js',
    'loader.js',
    'mtdf.js',
    'testing.js',
  ]);
  expect(files.filter((file) => file.endsWith('.d.ts')).length).toBeLessThan(180);
});

test('the command is there and says its version', () => {
  expect(run(process.execPath, ['node_modules/toolwright/dist/bin/toolwright.js', '--version'])).toMatch(
    /^\d+\.\d+\.\d+\n$/,
  );
});

test('every link of every page leads to a file and a heading inside the package', () => {
  const inside = join(folder, 'node_modules/toolwright');
  const pages = readdirSync(inside, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => /\.md$|^llms\.txt$/.test(file) && !file.startsWith('starter/'));
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'llms.txt', 'docs/README.md', 'examples/README.md']),
  );
  const text = (file: string) => readFileSync(join(inside, file), 'utf8');
  const broken = pages.flatMap((page) =>
    linksOf(page, text(page))
      .filter(
        ({ file, anchor }) =>
          !existsSync(join(inside, file)) || (anchor !== '' && !anchorsOf(text(file)).has(anchor)),
      )
      .map(({ file, anchor }) => `${page}: ${file}#${anchor}`),
  );
  expect(broken).toEqual([]);
});

test('the licence of every package inside the bundles ships with them', () => {
  const notices = readFileSync(join(folder, 'node_modules/toolwright/dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  const [, ...sections] = notices.split(/^={80}\n(?=.+ \d+\.\d+\.\d+ \(.+\)\n={80}\n)/m);
  const names = sections.map((section) => section.slice(0, section.indexOf(' ')));
  // One of each kind: in the core, in the SDK's part, in a file of its own, in a worker, and what these depend on.
  expect(names).toEqual(
    expect.arrayContaining([
      'yaml',
      'zod',
      'undici',
      '@anthropic-ai/sdk',
      'linkedom',
      'css-what',
      '@jitl/quickjs-wasmfile-release-sync',
    ]),
  );
  expect(sections).toEqual([...new Set(sections)]);
  const without = sections.filter((section) => !/copyright|unlicense|public domain/i.test(section));
  expect(without.map((section) => section.split('\n')[0])).toEqual(['boolbase 1.0.0 (ISC)']);
});

test('holds no tests, sources or absolute paths of this machine', () => {
  const files = run('find', ['node_modules/toolwright', '-type', 'f']).split('\n');
  // Those of the templates belong to the project that is written from them.
  const ours = files.filter((file) => !file.startsWith('node_modules/toolwright/templates/'));
  expect(ours.filter((file) => /\/test\/|\.test\.|node_modules\/toolwright\/src\//.test(file))).toEqual([]);
  const leaks = spawnSync(
    'grep',
    ['-rlF', root, 'node_modules/toolwright', '--include=*.js', '--include=*.json', '--include=*.cjs'],
    { cwd: folder, encoding: 'utf8' },
  ).stdout.trim();
  expect(leaks).toBe('');
});

test('types are read where the project compiles with a TypeScript that has no compiler API', () => {
  compile();
  link(folder, 'ts-json-schema-generator', join(root, 'node_modules', 'ts-json-schema-generator'));
  const typescript = join(folder, 'node_modules', 'typescript');
  mkdirSync(typescript);
  writeFileSync(join(typescript, 'package.json'), '{ "name": "typescript", "version": "7.0.2" }');
  writeFileSync(join(typescript, 'index.js'), "module.exports = { version: '7.0.2' };");
  const command = ['node_modules/toolwright/dist/bin/toolwright.js', 'generate'];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...command, '--modules', 'greet.js', '--sources', 'greet.ts', '--out', 'manifest.json'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(stdout).toBe('manifest.json: 1 tool\n');
}, 120_000);
