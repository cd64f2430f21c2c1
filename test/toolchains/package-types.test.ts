import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { consumerDirectory, firstTool, link, project } from '../support/consumer';
import { needs } from '../support/needs';
import { toolchain } from '../support/toolchains';

const root = join(__dirname, '..', '..');
const TIME = 240_000;
let consumer: string;
beforeAll(() => (consumer = consumerDirectory()), TIME);

// The settings of the README, and the strictest reading of our own types.
const STRICTEST = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: false,
  noEmit: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

const RESOLUTIONS = {
  node16: { module: 'node16', moduleResolution: 'node16', target: 'ES2022' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler', target: 'ES2022' },
};

// Every entry of the package, so that all of its types are read, without the SDK, to which `toolwright/embed` refers.
const entries = (names: readonly string[]): string =>
  names
    .map((name, index) => `import * as entry${index} from '${name}';\nexport { entry${index} };\n`)
    .join('');
const ENTRIES = ['toolwright', 'toolwright/mtdf', 'toolwright/embed'];

type Resolution = keyof typeof RESOLUTIONS;
const EVERY_RESOLUTION = Object.keys(RESOLUTIONS) as Resolution[];

function compiles(name: string, compiler: string, resolutions = EVERY_RESOLUTION): void {
  test.each(resolutions)(
    `${name}, module resolution %s`,
    (resolution) => {
      const folder = project(consumer, `${name} ${resolution}`, {
        ...firstTool('module'),
        'entries.ts': entries(ENTRIES),
        'tsconfig.json': JSON.stringify({ compilerOptions: { ...STRICTEST, ...RESOLUTIONS[resolution] } }),
      });
      const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(stdout).toBe('');
    },
    TIME,
  );
}

describe('the package’s types compile under the strictest settings', () => {
  compiles('tsc 5.9', join(root, 'node_modules/typescript/bin/tsc'), ['nodenext']);
});

const WITH_SDK = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'notes', version: '1.0.0' });
const inputSchema = {
  name: z.string().min(1).max(50).describe('Name of the note'),
  tags: z.array(z.string()).default([]).describe('Labels to file it under'),
};
server.registerTool('add_note', { description: 'Add a note.', inputSchema }, ({ name }) => ({
  content: [{ type: 'text', text: name }],
}));
void server.connect(new StdioServerTransport());
`;

test(
  'compiling the README’s tool is less work than compiling the same tool with the SDK',
  () => {
    const withSdk = consumerDirectory();
    for (const name of ['@modelcontextprotocol/sdk', 'zod'])
      link(withSdk, name, join(root, 'node_modules', name));
    const work = (name: string, source: Record<string, string>): Record<string, number> => {
      const folder = project(withSdk, name, { ...firstTool('module'), ...source });
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      const options = ['-p', '.', '--noEmit', '--skipLibCheck', '--extendedDiagnostics'];
      const { stdout } = spawnSync(process.execPath, [compiler, ...options], {
        cwd: folder,
        encoding: 'utf8',
      });
      const found = [...stdout.matchAll(/^(Lines of Definitions|Types|Instantiations): +(\d+)$/gm)];
      return Object.fromEntries(found.map(([, what, count]) => [what!, Number(count)]));
    };
    const ours = work('ours', {});
    const theirs = work('theirs', { 'server.ts': WITH_SDK });
    expect(Object.keys(ours)).toHaveLength(3);
    for (const [what, count] of Object.entries(ours))
      expect({ what, less: count < theirs[what]! }).toEqual({ what, less: true });
  },
  TIME,
);

const { describe: withToolchains } = needs('toolchains');

withToolchains('with what npm has', () => {
  // The oldest and the newest.
  for (const name of ['typescript-5.4', 'typescript-7'] as const) compiles(name, toolchain(name, 'bin/tsc'));
});
