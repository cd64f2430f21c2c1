import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ClaudeServer } from '../support/claude-server';
import { textOf } from '../support/connect';
import { consumerDirectory, firstTool, project } from '../support/consumer';
import { needs } from '../support/needs';
import { askNotes, NOTES_ANSWERS } from '../support/notes-client';
import { temporaryDirectory } from '../support/temporary-directory';
import { toolchain } from '../support/toolchains';
import { startSite } from '../support/web-server';

const root = join(__dirname, '..', '..');
const TIME = 240_000;
let consumer: string;
let away: string;
beforeAll(() => {
  consumer = consumerDirectory();
  away = temporaryDirectory('toolwright-bundled');
}, TIME);

const run = (cwd: string, ...args: string[]): void => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: cwd },
  });
  if (status !== 0) throw new Error(`${args.join(' ')}:\n${stdout}${stderr}`);
};

// The file runs alone, in a directory without any package.
const asksAlone = (file: string) => askNotes(process.execPath, [join(away, file)], away);

test.each([
  ['cjs', 'server.cjs', []],
  ['cjs', 'small.cjs', ['--minify', '--keep-names']],
])(
  'esbuild makes one %s file %s that serves alone',
  async (format, file, options) => {
    const folder = project(consumer, `esbuild ${file}`, firstTool('module'));
    const esbuild = join(root, 'node_modules/esbuild/bin/esbuild');
    const args = [
      'server.ts',
      '--bundle',
      '--platform=node',
      `--format=${format}`,
      `--outfile=${join(away, file)}`,
    ];
    const { status, stderr } = spawnSync(esbuild, [...args, ...options, '--log-level=warning'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(await asksAlone(file)).toEqual(NOTES_ANSWERS);
  },
  TIME,
);

const PACKS = `import { defineApp, serveStdio } from 'toolwright';
void serveStdio(defineApp({ name: 'packs', version: '1.0.0', packs: ['ai', 'web'], tools: [] }));
`;

test.each(['cjs', 'esm'])(
  'what packs use beyond our own code is part of one %s file too',
  async (format) => {
    const folder = project(consumer, `packs ${format}`, { ...firstTool('module'), 'server.ts': PACKS });
    const file = join(away, `packs-${format}.${format === 'esm' ? 'mjs' : 'cjs'}`);
    run(
      folder,
      join(root, 'node_modules/esbuild/bin/esbuild'),
      'server.ts',
      '--bundle',
      '--platform=node',
      `--format=${format}`,
      `--outfile=${file}`,
      '--log-level=warning',
    );
    const claude = await ClaudeServer.start();
    const site = await startSite({ '/': (_request, response) => void response.end('plain words') });
    const client = new Client({ name: 'test', version: '1' });
    const call = async (name: string, args: Record<string, unknown>): Promise<string> =>
      textOf(await client.callTool({ name, arguments: args }));
    try {
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [file],
          cwd: away,
          env: {
            HOME: away,
            ANTHROPIC_API_KEY: 'key',
            ANTHROPIC_BASE_URL: claude.url,
            TOOLWRIGHT_WEB_ALLOW_PRIVATE: 'true',
          },
          stderr: 'ignore',
        }),
      );
      expect(await call('claude_conversation', { message: 'Hi' })).toContain('Hello from the stub');
      expect(await call('web_fetch', { url: site.url })).toContain('plain words');
    } finally {
      await client.close();
      await site.close();
      await claude.stop();
    }
  },
  TIME,
);

const { describe: withToolchains } = needs('toolchains');

withToolchains('with what npm has', () => {
  const compiled = (name: string, files: Record<string, string> = {}): string => {
    const folder = project(consumer, name, { ...firstTool('module'), ...files });
    run(folder, toolchain('typescript-7', 'bin/tsc'), '-p', '.');
    return folder;
  };

  test(
    'rollup makes one file that serves alone',
    async () => {
      const plugins = ['node-resolve', 'commonjs', 'json'].map((name) =>
        JSON.stringify(toolchain(`@rollup/plugin-${name}`)),
      );
      const folder = compiled('rollup', {
        'bundle.cjs': `const [resolve, commonjs, json] = [${plugins.join(', ')}].map((path) => require(path).default ?? require(path));
        const { rollup } = require(${JSON.stringify(toolchain('rollup'))});
        rollup({ input: 'server.js', onwarn() {}, plugins: [resolve({ preferBuiltins: true }), commonjs(), json()] })
          .then((made) => made.write({ file: ${JSON.stringify(join(away, 'rollup.mjs'))}, format: 'es', inlineDynamicImports: true }));`,
      });
      run(folder, 'bundle.cjs');
      expect(await asksAlone('rollup.mjs')).toEqual(NOTES_ANSWERS);
    },
    TIME,
  );

  test(
    'ncc makes one file that serves alone',
    async () => {
      const folder = compiled('ncc');
      run(
        folder,
        toolchain('@vercel/ncc', 'dist/ncc/cli.js'),
        'build',
        'server.js',
        '--no-cache',
        '-o',
        join(away, 'ncc'),
      );
      expect(await asksAlone('ncc/index.js')).toEqual(NOTES_ANSWERS);
    },
    TIME,
  );
});
