import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith, run } from '../support/installed-project';
import { COMMAND } from '../support/server-process';

// Each way in which an app can't be loaded, as compilers and authors bring it about.
const KINDS: readonly [string, Record<string, string>, string, RegExp][] = [
  [
    'decorators that the compiler kept',
    {
      'package.json': '{ "type": "module" }',
      'app.js': `import './args.js';\n`,
      'args.js': `const Arg = () => () => {};\nexport class Args {\n  @Arg('Its name')\n  name;\n}\n`,
    },
    'args.js:3',
    /still has the decorator @Arg, which no engine runs.*"target": "es2022"/,
  ],
  [
    'decorators in CommonJS',
    { 'package.json': '{}', 'app.js': `const Tool = () => {};\n@Tool()\nclass A {}\n` },
    'app.js:2',
    /still has the decorator @Tool/,
  ],
  [
    'an ES module in a CommonJS package',
    { 'package.json': '{ "type": "commonjs" }', 'app.js': `import { defineApp } from 'toolwright';\n` },
    'app.js:1',
    /is an ES module, but the package\.json above it makes it CommonJS\. Set "type": "module" there/,
  ],
  [
    'CommonJS in an ES module package',
    {
      'package.json': '{ "type": "module" }',
      'app.js': `"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\n`,
    },
    'app.js:2',
    /uses exports of CommonJS, but the package\.json above it makes it an ES module/,
  ],
  [
    'a throw at the top',
    { 'package.json': '{}', 'app.js': `const start = () => {\n  throw new Error('boom');\n};\nstart();\n` },
    'app.js:2',
    /throws while it is loaded: boom\. Correct that/,
  ],
  [
    'a misspelt path',
    { 'package.json': '{ "type": "module" }', 'app.js': `\nimport { Notes } from './ntoes.js';\n` },
    'app.js:2',
    /imports \S+ntoes\.js, which does not exist/,
  ],
  [
    'a misspelt path in CommonJS',
    { 'package.json': '{}', 'app.js': `require('./tools');\n`, 'tools.js': `\n\nrequire('./ntoes');\n` },
    'tools.js:3',
    /imports \.\/ntoes, which does not exist/,
  ],
  [
    'a package that is missing',
    { 'package.json': '{ "type": "module" }', 'app.js': `import x from 'no-such-package';\n` },
    'app.js:1',
    /imports no-such-package, which is not installed\. Run npm install no-such-package/,
  ],
  [
    'a file of a package that is missing',
    { 'package.json': '{}', 'app.js': `require('no-such/file');\n` },
    'app.js:1',
    /imports no-such\/file, which is not installed\. Run npm install no-such\.$/m,
  ],
  [
    'a file of a package with a scope that is missing',
    { 'package.json': '{}', 'app.js': `require('@no/such/file');\n` },
    'app.js:1',
    /imports @no\/such\/file, which is not installed\. Run npm install @no\/such\.$/m,
  ],
  [
    'a misspelt export',
    {
      'package.json': '{ "type": "module" }',
      'app.js': `import './notes.js';\nimport { Ntoes } from './notes.js';\n`,
      'notes.js': `export const Notes = 1;\n`,
    },
    'app.js:2',
    /imports Ntoes from \.\/notes\.js, which exports nothing of that name/,
  ],
  [
    'a class below its user',
    { 'package.json': '{}', 'app.js': `const of = () => Inner;\nof();\nclass Inner {}\n` },
    'app.js:1',
    /uses Inner before it is declared\. Declare Inner above what uses it/,
  ],
  [
    'something else that no engine parses',
    { 'package.json': '{ "type": "module" }', 'app.js': `import './b.js';\n`, 'b.js': `\nconst a = ;\n` },
    'b.js:2',
    /is not valid JavaScript: Unexpected token ';'/,
  ],
];

describe.each(KINDS)('%s', (_kind, files, place, explained) => {
  const folder = folderWith({ 'node_modules/.keep': '', ...files });
  symlinkSync(join(__dirname, '../..'), join(folder, 'node_modules/toolwright'), 'dir');
  const at = `${join(folder, place)}: `;

  test('is explained in one line with its place', () => {
    const { status, stdout, stderr } = run(COMMAND, folder, ['tools', '--app', 'app.js']);
    expect([status, stdout]).toEqual([2, '']);
    const lines = stderr.split('\n').filter((line) => line.startsWith('toolwright tools: '));
    expect(lines).toEqual([expect.stringMatching(explained)]);
    expect(lines[0]).toContain(at);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('is a finding of doctor, beside the others', () => {
    const { status, stdout, stderr } = run(COMMAND, folder, ['doctor', '--json', '--app', 'app.js']);
    const findings = JSON.parse(stdout) as { topic: string; verdict: string; text: string }[];
    expect(status).toBe(1);
    expect(findings.find(({ topic }) => topic === 'Node')?.verdict).toBe('ok');
    const { verdict, text } = findings.find(({ topic }) => topic === 'app')!;
    expect([verdict, text]).toEqual(['problem', expect.stringMatching(explained)]);
    expect(text).toContain(at);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

const broken = folderWith({ 'app.cjs': `throw new Error('boom');\n` });

test.each([[['tools']], [['call', 'x']], [['serve']]])(
  '%j: the stack is shown at --log-level debug',
  (args) => {
    const without = run(COMMAND, broken, [...args, '--app', 'app.cjs']);
    expect([without.status, without.stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
    const debug = run(COMMAND, broken, [...args, '--app', 'app.cjs', '--log-level', 'debug']);
    expect(debug.stderr).toMatch(/boom\. Correct that[^]*Error: boom\n {4}at /);
  },
);

test('doctor tells what an app throws while it starts, and that a target keeps decorators', () => {
  const folder = folderWith({
    'app.cjs': `const { defineApp } = require('toolwright');
module.exports = defineApp({ name: 'a', start() { throw new Error('no disk'); } });\n`,
    'tsconfig.json': '{ "compilerOptions": { "target": "ESNext", "strict": true } }',
    'node_modules/.keep': '',
  });
  symlinkSync(join(__dirname, '../..'), join(folder, 'node_modules/toolwright'), 'dir');
  const { status, stdout } = run(COMMAND, folder, ['doctor', '--app', 'app.cjs']);
  expect(status).toBe(1);
  expect(stdout).toContain(
    `can't be opened: ${join(folder, 'app.cjs')}:2: \`start\` of the app 'a' threw: no disk.`,
  );
  expect(stdout).toMatch(/✗ decorators +the target esnext leaves the standard ones as they are written/);
});
