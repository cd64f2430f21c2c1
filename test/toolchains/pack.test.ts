import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import Ajv from 'ajv';
import picomatch from 'picomatch';
import { textOf } from '../support/connect';
import { packed } from '../support/consumer';
import { needs } from '../support/needs';
import { PACKED_APP, packProject, READY, type PackProject } from '../support/pack-project';
import { REGISTRY_RULES } from '../support/registry-schema';
import { temporaryDirectory } from '../support/temporary-directory';
import { packer } from '../support/toolchains';

const root = join(__dirname, '..', '..');
const TIME = 240_000;
const { describe: withPackers } = needs('packers');

const where = async (command: string, args: string[], env: Record<string, string>): Promise<string> => {
  const cwd = temporaryDirectory('tw-away');
  const client = new Client({ name: 'test', version: '1' });
  const around = { PATH: process.env['PATH']!, HOME: cwd, ...env };
  await client.connect(new StdioClientTransport({ command, args, cwd, env: around, stderr: 'ignore' }));
  try {
    return textOf(await client.callTool({ name: 'where', arguments: {} }));
  } finally {
    await client.close();
  }
};

// An ES module that imports by name, as a client of the bundle would; jest can't import it.
const official = (code: string, ...args: string[]): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', code, ...args], { encoding: 'utf8' });

withPackers('with the official tools', () => {
  test(
    'an .mcpb bundle is valid, is what was written, and its server answers with the user’s configuration',
    async () => {
      const { folder, pack } = packProject(
        {},
        {
          esbuild: join(root, 'node_modules', 'esbuild'),
          '@anthropic-ai/mcpb': packer('@anthropic-ai/mcpb'),
        },
      );
      const { code, out, err } = pack('mcpb', '--app', 'app.cjs');
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toMatch(/^notes\.mcpb /);
      const cli = packer('@anthropic-ai/mcpb', 'dist/cli/cli.js');
      const inside = join(temporaryDirectory('tw-mcpb'), 'unpacked');
      execFileSync(process.execPath, [cli, 'unpack', join(folder, 'notes.mcpb'), inside]);
      expect(readdirSync(inside).sort()).toEqual(['manifest.json', 'server']);
      expect(execFileSync(process.execPath, [cli, 'validate', inside], { encoding: 'utf8' })).toContain(
        'Manifest schema validation passes',
      );
      const manifest = JSON.parse(readFileSync(join(inside, 'manifest.json'), 'utf8')) as {
        tools: unknown;
        user_config: Record<string, unknown>;
      };
      expect(manifest.tools).toContainEqual({ name: 'where', description: 'Say where the notes are.' });
      expect(manifest.user_config['token']).toMatchObject({ required: true, sensitive: true });
      const asked = `import { getMcpConfigForManifest } from ${JSON.stringify(packer('@anthropic-ai/mcpb', 'dist/index.js'))};
        import { readFileSync } from 'node:fs';
        const [extensionPath] = process.argv.slice(1);
        const manifest = JSON.parse(readFileSync(extensionPath + '/manifest.json', 'utf8'));
        const userConfig = { token: 'a-real-token', mail_port: 2525 };
        console.log(JSON.stringify(await getMcpConfigForManifest({ manifest, extensionPath, systemDirs: {}, userConfig, pathSeparator: '/' })));`;
      const config = JSON.parse(official(asked, inside)) as {
        command: string;
        args: string[];
        env: Record<string, string>;
      };
      expect(await where(config.command, config.args, config.env)).toBe(
        'notes ada@example.org 2525 undefined',
      );
    },
    TIME,
  );

  test('a manifest that the official tool refuses leaves nothing behind', () => {
    const { folder, pack } = packProject(
      { 'package.json': JSON.stringify({ ...READY, author: { name: 'Ada', email: 'no address' } }) },
      { esbuild: join(root, 'node_modules', 'esbuild'), '@anthropic-ai/mcpb': packer('@anthropic-ai/mcpb') },
    );
    const { code, err } = pack('mcpb', '--no-check', '--app', 'app.cjs');
    expect(code).toBe(2);
    expect(err).toMatch(/mcpb refused the bundle: [^]*email/);
    expect(existsSync(join(folder, 'notes.mcpb'))).toBe(false);
  });

  const images: [string, string[]][] = [
    ['stdio', []],
    ['HTTP', ['--http', '3000']],
  ];
  test.each(images)(
    'a parser and a linter of Dockerfiles find nothing wrong with one for %s',
    (_, options) => {
      const { folder, pack } = packProject({ 'dist/app.cjs': PACKED_APP });
      expect(pack('docker', ...options, '--app', 'dist/app.cjs').code).toBe(0);
      const { DockerfileParser } = require(packer('dockerfile-ast')) as {
        DockerfileParser: { parse(text: string): { getInstructions(): { getKeyword(): string }[] } };
      };
      const { validate } = require(packer('dockerfile-utils')) as { validate(text: string): unknown[] };
      const text = readFileSync(join(folder, 'Dockerfile'), 'utf8');
      expect(validate(text)).toEqual([]);
      const words = DockerfileParser.parse(text)
        .getInstructions()
        .map((instruction) => instruction.getKeyword());
      expect(words.filter((word) => word === 'FROM')).toHaveLength(2);
      expect(words.at(-1)).toBe('ENTRYPOINT');
      expect(words.lastIndexOf('USER')).toBeGreaterThan(words.lastIndexOf('COPY'));
    },
  );

  // There is no Docker here: its stages are followed by hand, each in a directory that stands for the image's own.
  test(
    'the commands of its stages make a directory in which the server answers, without what only building needs',
    async () => {
      const project = packProject({
        'src/app.cjs': PACKED_APP,
        'package.json': JSON.stringify({
          ...READY,
          scripts: { build: "node -e \"fs.cpSync('src', 'dist', { recursive: true })\"" },
          dependencies: { toolwright: 'file:toolwright.tgz' },
          devDependencies: { picocolors: '1.1.1' },
        }),
        '.env': 'NOTES_TOKEN=not-for-images',
        'dist/app.cjs': PACKED_APP,
      });
      cpSync(packed(), join(project.folder, 'toolwright.tgz'));
      expect(project.pack('docker', '--app', 'dist/app.cjs').code).toBe(0);
      const { app, entry } = follow(project);
      expect(existsSync(join(app, 'node_modules', 'picocolors'))).toBe(false);
      expect(readdirSync(app).sort()).toEqual(['dist', 'node_modules', 'package.json']);
      const [command = '', ...args] = entry;
      expect(await where(command, args, { NOTES_TOKEN: 'a-real-token' })).toContain('notes ada@example.org');
    },
    TIME,
  );

  test('server.json fits the rules restated from the published schema, and the schema itself where it can be reached', async () => {
    const { folder, pack } = packProject({});
    expect(pack('registry', '--remote', 'https://notes.example.org/mcp', '--app', 'app.cjs').code).toBe(0);
    const file = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as { $schema: string };
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    expect([ajv.validate(REGISTRY_RULES, file), ajv.errors]).toEqual([true, null]);
    const published = await fetch(file.$schema).then(
      async (answer) => (await answer.json()) as object,
      (error: Error) => error,
    );
    if (published instanceof Error)
      return void process.stderr.write(`not asked: ${file.$schema} (${published.message})\n`);
    expect([ajv.validate(published, file), ajv.errors]).toEqual([true, null]);
  });
});

// Carries out WORKDIR, COPY and RUN of each stage; paths of the image are below a directory of the stage.
function follow({ folder }: PackProject): { app: string; entry: string[] } {
  const ignored = readFileSync(join(folder, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const context = temporaryDirectory('tw-context');
  for (const name of readdirSync(folder))
    if (!picomatch.isMatch(name, ignored, { dot: true }))
      cpSync(join(folder, name), join(context, name), { recursive: true });
  let stage = '';
  let before = '';
  let at = '/';
  for (const line of readFileSync(join(folder, 'Dockerfile'), 'utf8').split('\n')) {
    const [word = '', ...rest] = line.split(' ');
    if (word === 'FROM') {
      before = stage;
      stage = temporaryDirectory('tw-stage');
      at = '/';
    } else if (word === 'WORKDIR') {
      at = rest[0]!;
      mkdirSync(join(stage, at), { recursive: true });
    } else if (word === 'COPY') {
      const [from, ...paths] = rest[0] === '--from=build' ? [before, ...rest.slice(1)] : [context, ...rest];
      const target = join(stage, at, paths.at(-1)!);
      for (const path of paths.slice(0, -1)) {
        const isFile = /\.json$/.test(path);
        cpSync(join(from, path), isFile ? join(target, path.split('/').at(-1)!) : target, {
          recursive: true,
          verbatimSymlinks: true,
        });
      }
    } else if (word === 'RUN' && rest[0] === 'npm') {
      if (!existsSync(join(stage, at, 'toolwright.tgz')))
        cpSync(join(context, 'toolwright.tgz'), join(stage, at, 'toolwright.tgz'));
      const { status, stderr } = spawnSync('npm', rest.slice(1), { cwd: join(stage, at), encoding: 'utf8' });
      if (status !== 0) throw new Error(`${line}: ${stderr}`);
    } else if (word === 'ENTRYPOINT') {
      const words = JSON.parse(rest.join(' ')) as string[];
      return {
        app: join(stage, 'app'),
        entry: words.map((each) => (each.startsWith('/') ? join(stage, each) : each)),
      };
    }
  }
  throw new Error('no ENTRYPOINT');
}
