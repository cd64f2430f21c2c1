import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

// A library whose books are data: each is listed, and comes and goes without a new contract.
const folder = temporaryDirectory('tw-contract-data');
const PACKAGE = JSON.stringify(join(__dirname, '..', '..'));
const APP_CODE = `
  const { readFileSync } = require('node:fs');
  const { defineApp, Resource, serveStdio } = require(${PACKAGE});
  const data = JSON.parse(readFileSync('books.json', 'utf8'));
  const resource = (options, cls) => (Resource({ description: 'Books.', ...options })(cls), cls);
  const Book = resource({ uri: 'book://{isbn}', name: 'book' }, class Book {
    list() { return data.books.map((isbn) => ({ uri: 'book://' + isbn, name: 'Book ' + isbn })); }
    read({ isbn }) { return isbn; }
  });
  const Shelf = resource({ uri: 'book://all', name: 'shelf' }, class Shelf { read() { return 'all'; } });
  const Rules = resource({ uri: 'rules://house', name: 'rules' }, class Rules { read() { return 'Be quiet.'; } });
  const resources = [Book, data.shelf && Shelf, data.rules && Rules].filter(Boolean);
  module.exports = defineApp({ name: 'library', tools: [], resources });
  serveStdio(module.exports);`;
writeFileSync(join(folder, 'app.cjs'), APP_CODE);

const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: process.env['TMPDIR'] ?? '/tmp' };
const OURS = ['--app', 'app.cjs'];
const THEIRS = ['--server', 'node app.cjs'];

function toolwright(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env,
    input: '',
  });
  return { status, stdout, stderr };
}

function stock(books: string[], { shelf = true, rules = true } = {}): void {
  writeFileSync(join(folder, 'books.json'), JSON.stringify({ books, shelf, rules }));
}

const read = (file: string) =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as { resources: object[] };

beforeAll(() => {
  stock(['1', '2']);
  expect(toolwright('snapshot', ...OURS)).toMatchObject({
    status: 0,
    stdout: 'toolwright.contract.json: 0 tools, 0 prompts, 3 resources\n',
  });
  expect(toolwright('snapshot', ...THEIRS, '--out', 'theirs.json').status).toBe(0);
  const { fixed: _fixed, ...contract } = { fixed: [], ...read('toolwright.contract.json') };
  const books = ['1', '2'].map((isbn) => ({ uri: `book://${isbn}`, name: `Book ${isbn}` }));
  const old = { ...contract, resources: [...books, ...contract.resources] };
  writeFileSync(join(folder, 'old.json'), JSON.stringify(old));
});

test('an app promises its classes, another server what no template of its own stands for', () => {
  expect(read('toolwright.contract.json')).toMatchObject({
    fixed: ['book://all'],
    resources: [{ uri: 'book://all' }, { uri: 'rules://house' }],
    templates: [{ uriTemplate: 'book://{isbn}' }],
  });
  expect(read('theirs.json').resources).toMatchObject([{ uri: 'rules://house' }]);
});

test.each([
  ['toolwright.contract.json', OURS],
  ['toolwright.contract.json', THEIRS],
  ['theirs.json', THEIRS],
  ['old.json', OURS],
  ['old.json', THEIRS],
])('%s is kept when books come and go (%j)', (file, server) => {
  stock(['2', '3']);
  expect(toolwright('verify', ...server, '--contract', file)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/(?:^|\n)The server keeps its contract/) as string,
  });
  expect(toolwright('diff', file, ...server, '--allow', 'none')).toMatchObject({
    status: 0,
    stdout: 'Nothing changed.\n',
  });
});

test.each([
  ['patch', 1],
  ['minor', 1],
  ['major', 0],
])('with --allow %s it is not called kept although a class is gone', (allowed, code) => {
  stock(['1'], { rules: false });
  const { status, stdout } = toolwright('verify', ...OURS, '--allow', allowed);
  expect(status).toBe(code);
  expect(stdout).not.toContain('keeps its contract');
  expect(stdout).toContain(
    code
      ? '\nThe server differs from toolwright.contract.json. If that is meant'
      : '\nThe server differs from toolwright.contract.json by a major change, which --allow major accepts.\n',
  );
});

test.each([
  ['toolwright.contract.json', OURS],
  ['theirs.json', THEIRS],
  ['old.json', OURS],
])('%s is broken by a class that is gone (%j)', (file, server) => {
  stock(['1'], { rules: false });
  const { status, stdout } = toolwright('verify', ...server, '--contract', file);
  expect({ status, changed: stdout.match(/^(?:major|minor|patch) .*$/gm) }).toEqual({
    status: 1,
    changed: ['major  resource rules://house: was removed'],
  });
});

test('a class beside the template is missed if it is gone', () => {
  stock(['1'], { shelf: false });
  expect(toolwright('verify', ...OURS)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('major  resource book://all: was removed\n') as string,
  });
});

test('a strict server starts with other books', () => {
  stock(['7']);
  const serve = ['serve', ...OURS, '--strict', '--contract'];
  expect(toolwright(...serve, 'toolwright.contract.json')).toMatchObject({ status: 0 });
  expect(toolwright(...serve, 'old.json')).toMatchObject({ status: 0 });
  stock(['7'], { rules: false });
  const refused = toolwright(...serve, 'old.json');
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toMatch(/old\.json.*in one place: major: resource rules:\/\/house was removed/);
});
