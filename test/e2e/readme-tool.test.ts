import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { consumerDirectory, firstTool, project } from '../support/consumer';
import { askNotes, NOTES_ANSWERS } from '../support/notes-client';
import { temporaryDirectory } from '../support/temporary-directory';

// What every checkout has; test/toolchains tries the rest, with packages from npm.
const root = join(__dirname, '..', '..');
const TSC = [process.execPath, join(root, 'node_modules/typescript/bin/tsc')];
const ESBUILD = [join(root, 'node_modules/esbuild/bin/esbuild'), 'server.ts', '--log-level=warning'];
const TIME = 120_000;
let consumer: string;
beforeAll(() => (consumer = consumerDirectory()), TIME);

const run = (cwd: string, [command, ...args]: string[]): void => {
  const { status, stdout, stderr } = spawnSync(command!, args, { cwd, encoding: 'utf8' });
  expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: '' });
};

test(
  'the README’s first tool, compiled by tsc as CommonJS',
  async () => {
    const folder = project(consumer, 'tsc', firstTool('commonjs'));
    run(folder, [...TSC, '-p', '.']);
    expect(await askNotes(process.execPath, ['server.js'], folder)).toEqual(NOTES_ANSWERS);
  },
  TIME,
);

test(
  'the README’s first tool, compiled by esbuild file by file',
  async () => {
    const folder = project(consumer, 'esbuild', firstTool('module'));
    run(folder, [...ESBUILD, '--outfile=server.js', '--format=esm']);
    expect(await askNotes(process.execPath, ['server.js'], folder)).toEqual(NOTES_ANSWERS);
  },
  TIME,
);

test(
  'the README’s first tool, bundled by esbuild into one file that serves without any package',
  async () => {
    const folder = project(consumer, 'bundled', firstTool('module'));
    const away = temporaryDirectory('toolwright-bundled');
    const file = join(away, 'server.mjs');
    run(folder, [...ESBUILD, '--bundle', '--platform=node', '--format=esm', `--outfile=${file}`]);
    expect(await askNotes(process.execPath, [file], away)).toEqual(NOTES_ANSWERS);
  },
  TIME,
);
