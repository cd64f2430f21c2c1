import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import Ajv from 'ajv';
import { textOf } from '../support/connect';
import { PACKED_APP, packProject, READY } from '../support/pack-project';
import { REGISTRY_RULES } from '../support/registry-schema';
import { temporaryDirectory } from '../support/temporary-directory';

const APP = ['--app', 'app.cjs'];

const called = async (file: string, name: string, env: Record<string, string>): Promise<string> => {
  const client = new Client({ name: 'test', version: '1' });
  const cwd = temporaryDirectory('tw-away');
  copyFileSync(file, join(cwd, 'server.cjs'));
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['server.cjs'],
      cwd,
      env: { PATH: process.env['PATH']!, HOME: cwd, ...env },
      stderr: 'ignore',
    }),
  );
  try {
    return textOf(await client.callTool({ name, arguments: {} }));
  } finally {
    await client.close();
  }
};

test('the one file runs alone, with its settings from the environment', async () => {
  const { folder, pack } = packProject({});
  const { code, out, err } = pack('bundle', ...APP);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^notes\.cjs +[\d,]+ kB\n\nStart the bundle with node/);
  const env = {
    NOTES_TOKEN: 'a-real-token',
    NOTES_HOME_DIRECTORY: '/srv/notes',
    NOTES_COPIES: 'a@b.c,d@e.f',
  };
  expect(await called(join(folder, 'notes.cjs'), 'where', env)).toBe('/srv/notes a@b.c+d@e.f 25 undefined');
});

test('a module that serves its app itself is served once, and needs no start to be packed', async () => {
  const serving = `${PACKED_APP}require('toolwright').serveStdio(module.exports);`;
  const { folder, pack } = packProject({ 'app.cjs': serving });
  expect(pack('bundle', '--no-check', ...APP)).toMatchObject({ code: 0, err: '' });
  expect(readFileSync(join(folder, 'notes.cjs'), 'utf8')).not.toContain('serveStdio)(first');
  expect(await called(join(folder, 'notes.cjs'), 'where', { NOTES_TOKEN: 'a-real-token' })).toContain(
    'notes',
  );
});

test('nothing is replaced unless it is asked for, and the app itself never', () => {
  const { folder, pack } = packProject({ Dockerfile: 'FROM mine\n', 'notes.cjs': PACKED_APP });
  const refused = pack('docker', 'registry', ...APP);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toMatch(/already exists: Dockerfile; nothing was written\. --force replaces it/);
  expect(existsSync(join(folder, 'server.json'))).toBe(false);
  expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toBe('FROM mine\n');
  expect(pack('docker', '--force', ...APP).code).toBe(0);
  expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toMatch(/^FROM node:/);
  const own = pack('bundle', '--force', '--app', 'notes.cjs');
  expect(own).toMatchObject({ code: 2, out: '' });
  expect(own.err).toMatch(/notes\.cjs is the app itself and would be replaced/);
  expect(readFileSync(join(folder, 'notes.cjs'), 'utf8')).toBe(PACKED_APP);
});

test('a bundle that can’t serve is not written', () => {
  const failing = PACKED_APP.replace(
    'start: (context) =>',
    "start: () => { throw new Error('no database'); }, older: (context) =>",
  );
  const { folder, pack } = packProject({ 'app.cjs': failing });
  const before = readdirSync(folder);
  const { code, err } = pack('bundle', ...APP);
  expect(code).toBe(2);
  expect(err).toMatch(/no database/);
  expect(err).toMatch(/toolwright pack: .*gave no connection|the bundle does not start/);
  expect(readdirSync(folder)).toEqual(before);
});

test('what no bundler keeps, or no file can hold, is refused with the cure', () => {
  const { folder, pack } = packProject({
    'coding.cjs': `module.exports = require('toolwright').defineApp({ packs: ['code'] });`,
    'http.cjs': `${PACKED_APP}require('toolwright').serveHttp(module.exports);`,
    'broken.cjs': `const missing = () => require('not-installed'); ${PACKED_APP}`,
  });
  expect(pack('bundle', '--app', 'coding.cjs').err).toMatch(/the pack 'code' reads files of the package/);
  expect(pack('bundle', '--app', 'http.cjs').err).toMatch(/serves its app on HTTP when it is imported/);
  expect(pack('bundle', '--app', 'broken.cjs').err).toMatch(
    /esbuild can't bundle broken\.cjs: broken\.cjs:1: Could not resolve "not-installed"/,
  );
  expect(pack('mcpb', ...APP).err).toMatch(
    /An \.mcpb bundle needs @anthropic-ai\/mcpb, which this project doesn't have; run: npm install --save-dev/,
  );
  expect(readdirSync(folder)).not.toContain('notes.mcpb');
});

test('server.json fits the registry’s rules, and asks for settings with secrets marked', () => {
  const { folder, pack } = packProject({});
  const { code, err } = pack('registry', '--remote', 'https://notes.example.org/mcp', ...APP);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const file = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as Record<string, unknown>;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  expect([ajv.validate(REGISTRY_RULES, file), ajv.errors]).toEqual([true, null]);
  const [npm] = file['packages'] as Record<string, unknown>[];
  expect(npm).toMatchObject({ registryType: 'npm', identifier: '@ada/notes', version: '1.2.3' });
  expect(file['remotes']).toEqual([{ type: 'streamable-http', url: 'https://notes.example.org/mcp' }]);
  expect(file['repository']).toEqual({ url: 'https://github.com/ada/notes', source: 'github' });
  const common = { isRequired: false, isSecret: false };
  expect(npm!['environmentVariables']).toEqual([
    {
      name: 'NOTES_TOKEN',
      description: 'The key of the service',
      format: 'string',
      isRequired: true,
      isSecret: true,
    },
    {
      name: 'NOTES_HOME_DIRECTORY',
      description: 'Where the notes are',
      format: 'string',
      ...common,
      default: 'notes',
    },
    {
      name: 'NOTES_COPIES',
      description: 'Who gets a copy',
      format: 'string',
      ...common,
      default: 'ada@example.org',
    },
    { name: 'NOTES_LOUD', description: 'Whether it is loud', format: 'boolean', ...common, default: 'false' },
    {
      name: 'NOTES_LEVEL',
      description: 'How loud',
      format: 'string',
      ...common,
      default: 'low',
      choices: ['low', 'high'],
    },
    { name: 'NOTES_LIMIT', description: 'The most notes', format: 'number', ...common },
    { name: 'NOTES_MAIL_PORT', description: 'Its port', format: 'number', ...common, default: '25' },
  ]);
});

test.each([
  [{ mcpName: undefined, repository: undefined }, /it has no "mcpName"/],
  [{ mcpName: undefined }, /it needs "mcpName": "io\.github\.ada\/notes"/],
  [{ mcpName: 'notes' }, /'notes' is no name of the registry/],
  [{ private: true, bin: undefined }, /it is "private", .*; it has no "bin"/],
  [{ version: '^1.0.0' }, /"version": "\^1\.0\.0" is no exact version/],
  [{ description: undefined }, /it has no "description"/],
])('a package.json that the registry would refuse is refused: %j', (changed, said) => {
  const { folder, pack } = packProject({ 'package.json': JSON.stringify({ ...READY, ...changed }) });
  const { code, err } = pack('registry', ...APP);
  expect(code).toBe(2);
  expect(err).toMatch(said);
  expect(existsSync(join(folder, 'server.json'))).toBe(false);
});

test('a long description is cut to what the registry takes', () => {
  const { folder, pack } = packProject({
    'package.json': JSON.stringify({ ...READY, description: 'word '.repeat(40) }),
  });
  expect(pack('registry', ...APP).code).toBe(0);
  const { description } = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as {
    description: string;
  };
  expect(description).toMatch(/^(?:word )+word…$/);
  expect(description.length).toBeLessThanOrEqual(100);
});

test('an image is built in one stage and runs in another, without rights and without what only building needs', () => {
  const { folder, pack } = packProject({
    'dist/app.cjs': PACKED_APP,
    'package.json': JSON.stringify({ ...READY, scripts: { build: 'tsc' } }),
  });
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  expect(pack('docker', '--http', '3000', '--app', 'dist/app.cjs').code).toBe(0);
  const file = readFileSync(join(folder, 'Dockerfile'), 'utf8');
  expect(file.match(/^FROM .*$/gm)).toEqual([
    expect.stringMatching(/ AS build$/),
    expect.not.stringMatching(/ AS /),
  ]);
  const [build = '', run = ''] = file.split(/\n\n/);
  expect(build).toMatch(
    /COPY package\.json package-lock\.json \.\/\nRUN npm ci\nCOPY \. \.\nRUN npm run build\nRUN npm prune --omit=dev$/,
  );
  expect(run).toMatch(/^USER node$/m);
  expect(run.indexOf('USER node')).toBeLessThan(run.indexOf('ENTRYPOINT'));
  expect(run).toMatch(/^ENV TOOLWRIGHT_HTTP=0\.0\.0\.0:3000\nEXPOSE 3000$/m);
  expect(run).toMatch(/^ENTRYPOINT \["node", .*"serve", "--app", "\/app\/dist\/app\.cjs"\]$/m);
  expect(readFileSync(join(folder, '.dockerignore'), 'utf8').split('\n')).toEqual(
    expect.arrayContaining(['node_modules', 'dist', '.git', '.env*']),
  );
});

test('an image is built from the project, wherever its Dockerfile is, and leaves out what is secret', () => {
  const { folder, pack } = packProject({});
  const { code, out } = pack('docker', '--app', 'app.cjs', '--out', 'packed');
  expect(code).toBe(0);
  expect(out).toContain('docker build -t NAME -f packed/Dockerfile .');
  // The name by which Docker finds it beside a Dockerfile that is not in the root.
  const ignored = readFileSync(join(folder, 'packed/Dockerfile.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.env*', '.npmrc', '*tokens.txt', '*.pem', '*.key']));
  expect(pack('docker', '--app', 'app.cjs').out).toContain('docker build -t NAME .\n');
});

test('everything that an .mcpb bundle lacks is named at once', () => {
  const { pack } = packProject({ 'package.json': '{ "name": "notes" }' }, {});
  const { code, err } = pack('mcpb', '--app', 'app.cjs');
  expect(code).toBe(2);
  for (const missing of ['esbuild', '@anthropic-ai/mcpb', '"author" and "description"'])
    expect(err).toContain(missing);
});
