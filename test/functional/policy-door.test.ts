import { ElicitRequestSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { explainCall } from '../../src/app/wiring/bind-policy';
import { renderOutcome } from '../../src/calls/render';
import { Arg, defineTool, Explicit, Tool, ToolArguments, type Door, type ToolContext } from '../../src/index';
import { legacyTest } from '../support/connect';
import { BuiltinServer } from '../support/builtin-server';
import { temporaryDirectory } from '../support/temporary-directory';

const ran: string[] = [];

class Output extends ToolArguments {
  @Arg({ description: 'Written', access: 'write', optional: true })
  target?: string;
}

class ReportArgs extends ToolArguments {
  @Arg({ description: 'Read', items: 'string', access: 'read' })
  sources: string[] = [];

  @Arg({ description: 'Where it goes', type: () => Output, optional: true })
  output?: Output;

  @Arg({ description: 'Works in', access: 'cwd', optional: true })
  directory?: string;

  @Arg({ description: 'Asked for', access: 'address', optional: true })
  url?: string;

  @Arg({ description: 'Run before', access: 'command', optional: true })
  before?: string;
}

@Tool({ args: ReportArgs, description: 'Make a report.' })
class Report {
  run() {
    ran.push('report');
    return 'made';
  }
}

class WipeArgs extends ToolArguments {
  @Arg({ description: 'What to wipe', access: 'write' })
  path!: string;

  @Explicit('WIPE')
  explicitAction!: 'WIPE';
}

@Tool({ args: WipeArgs, description: 'Wipe a file.' })
class Wipe {
  run() {
    ran.push('wipe');
    return 'wiped';
  }
}

@Tool({ description: 'Call another tool.' })
class Relay {
  run(args: Record<string, unknown>, context: ToolContext) {
    return context.call(args['tool'] as string, args['args'] as Record<string, unknown>);
  }
}

const stamp = defineTool({
  name: 'stamp',
  description: 'Stamp files.',
  access: { 'files.name': 'write' },
  inputSchema: {
    type: 'object',
    properties: {
      files: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    },
  },
  run: () => {
    ran.push('stamp');
    return 'stamped';
  },
});

const AUTHORS = ['report', 'wipe', 'stamp'];

const LISTER = {
  name: 'lister',
  description: 'Lists.',
  command: 'echo',
  synchronous: true,
  subcommand: [
    {
      name: 'show',
      description: 'Shows.',
      options: [
        { name: 'place', type: 'string', format: 'path', description: 'A place.' },
        { name: 'config_file', type: 'string', description: 'Sounds like a path.' },
        { name: 'label', type: 'string', description: 'A label.' },
      ],
    },
  ],
};

const ALL = {
  name: 'all',
  description: 'Both.',
  command: 'sequence',
  synchronous: true,
  subcommand: [
    {
      name: 'both',
      description: 'Writes where it may not.',
      sequence: [{ tool: 'write', subcommand: 'file', args: { path: 'denied/x', content: '' } }],
    },
  ],
};

const CONFIG = `sandbox: off
definitions: { watch: true }
tools:
  write_file: { denied_paths: [denied] }
  report: { allowed_paths: [., /var/tmp], denied_paths: [denied] }
  wipe: { denied_paths: [denied] }
  stamp: { denied_paths: [denied] }
  lister: { denied_paths: [denied] }
`;

async function start(options: Parameters<typeof BuiltinServer.start>[0] = {}): Promise<BuiltinServer> {
  const directory = temporaryDirectory('tw-door');
  mkdirSync(join(directory, '.toolwright/tools'), { recursive: true });
  mkdirSync(join(directory, 'denied'));
  mkdirSync(join(directory, 'open'));
  writeFileSync(join(directory, 'a.txt'), 'a\n');
  writeFileSync(join(directory, '.toolwright/tools/lister.json'), JSON.stringify(LISTER));
  writeFileSync(join(directory, '.toolwright/tools/all.json'), JSON.stringify(ALL));
  const packs = ['utility', 'files', 'system', 'web', 'code'];
  const env = { PATH: process.env['PATH'] ?? '' };
  const server = await BuiltinServer.start({ directory, config: CONFIG, packs, env, ...options });
  server.open.registry.register([Report, Wipe, Relay, stamp]);
  return server;
}

let server: BuiltinServer;
beforeAll(async () => (server = await start()));
afterAll(() => server.close());
beforeEach(() => void (ran.length = 0));

// Every kind of declaration, in built-in tools, an author's class, an author's value and a definition.
const REFUSED: readonly [tool: string, args: Record<string, unknown>, words: string][] = [
  ['read_file', { path: '/etc/passwd' }, 'Access to /etc/passwd refused: /etc/passwd is outside'],
  [
    'write_file',
    { path: 'denied/x', content: '' },
    'tools.write_file.denied_paths: denied (toolwright.yaml:4:',
  ],
  ['write_file', { path: 'toolwright.yaml', content: '' }, 'protected (it configures the server)'],
  ['list_directory', { path: '/etc' }, 'Access to /etc refused'],
  ['search_files', { path: '..' }, 'Access to .. refused'],
  ['execute_command', { command: 'ls; rm x' }, 'Command refused: rm is a denied command'],
  ['execute_command', { command: 'cat /etc/passwd' }, 'Command refused: cat may not read /etc/passwd'],
  ['execute_command', { command: 'ls', working_dir: '/etc' }, 'Command refused: working directory: /etc'],
  ['web_fetch', { url: 'http://127.0.0.1:1/' }, '127.0.0.1 is not a public address'],
  ['web_fetch', { url: 'http://[::1]/' }, 'web.allow_private'],
  ['web_fetch', { url: 'ftp://example.com/' }, 'not ftp:'],
  ['report', { sources: ['a.txt', '/etc/passwd'] }, 'Access to /etc/passwd refused'],
  ['report', { output: { target: 'denied/x' } }, 'tools.report.denied_paths: denied (toolwright.yaml:5:'],
  ['report', { directory: '/etc' }, "Working directory '/etc' is outside the allowed workspace"],
  ['report', { directory: 'open', sources: ['../denied/x'] }, 'tools.report.denied_paths'],
  ['report', { url: 'http://10.0.0.1/' }, '10.0.0.1 is not a public address'],
  ['report', { before: 'rm x' }, 'Command refused: rm is a denied command'],
  ['report', { before: 'ls', directory: '/etc' }, 'Command refused: working directory: /etc'],
  ['wipe', { path: 'denied/x', explicit_action: 'WIPE' }, 'tools.wipe.denied_paths'],
  ['stamp', { files: [{ name: 'ok' }, { name: 'denied/x' }] }, 'tools.stamp.denied_paths'],
  ['lister_show', { place: '/etc' }, "Path validation failed for parameter 'place': '/etc' is outside"],
  ['lister_show', { config_file: '/etc/passwd' }, "parameter 'config_file'"],
  ['lister_show', { place: 'denied' }, 'tools.lister.denied_paths: denied'],
  ['lister_show', { working_directory: '/etc' }, "Working directory '/etc' is outside"],
];

const ALLOWED: readonly [tool: string, args: Record<string, unknown>][] = [
  ['read_file', { path: 'a.txt' }],
  ['write_file', { path: 'open/new.txt', content: 'x' }],
  ['list_directory', {}],
  ['search_files', { path: 'open' }],
  ['execute_command', { command: 'cat a.txt' }],
  ['execute_command', { command: 'ls', working_dir: 'open' }],
  [
    'report',
    { sources: ['a.txt', 'nope.txt'], output: { target: '/var/tmp/x' }, url: 'http://example.com/' },
  ],
  ['report', { directory: 'open', sources: ['../a.txt'], before: 'ls' }],
  ['report', {}],
  ['wipe', { path: 'open/x', explicit_action: 'WIPE' }],
  ['stamp', { files: [{ name: 'open/x' }] }],
  ['lister_show', { working_directory: 'open' }],
  ['echo', { message: '/etc/passwd' }],
];

async function explained(name: string, args: Record<string, unknown>) {
  const tool = server.open.registry.get(name)!;
  const checked = await tool.check(args);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  const judgements = await explainCall(server.open.setup, tool, checked.args);
  return judgements.find(({ refusal }) => refusal)?.refusal;
}

describe('what explain says is what a call does', () => {
  test.each(REFUSED)('%s %j is refused', async (tool, args, words) => {
    const refusal = await explained(tool, args);
    const { reply } = await server.call(tool, args);
    expect(reply).toMatchObject({ isError: true });
    expect(JSON.stringify(reply)).toContain(words);
    const { content } = renderOutcome({ result: refusal!, isError: true, repairs: [] });
    expect(reply.content).toEqual(content);
    expect(ran).toEqual([]);
  });

  test.each(ALLOWED)('%s %j is allowed', async (tool, args) => {
    expect(await explained(tool, args)).toBeUndefined();
    expect(await server.call(tool, args)).toMatchObject({ isError: false });
    expect(ran).toEqual(AUTHORS.includes(tool) ? [tool] : []);
  });
});

test('a refusal stands in the log, with the rule', async () => {
  await server.call('stamp', { files: [{ name: 'denied/x' }] });
  expect(server.records.map(({ level, message }) => `${level} ${message}`)).toContainEqual(
    expect.stringMatching(/^info Tool stamp was refused: .*denied\/x.*tools\.stamp\.denied_paths/),
  );
});

describe('every door is judged', () => {
  const DOORS: readonly Door[] = [
    'client',
    'run',
    'prompt',
    'resource',
    'sequence',
    'operation',
    'shell',
    'tool',
  ];

  test.each(DOORS)('%s', async (door) => {
    for (const [tool, args, words] of REFUSED) {
      const outcome = await server.open.registry.call(tool, args, { door });
      expect([tool, outcome.isError, JSON.stringify(renderOutcome(outcome))]).toEqual([
        tool,
        true,
        expect.stringContaining(JSON.stringify(words).slice(1, -1)),
      ]);
    }
    expect(ran).toEqual([]);
  });

  test('a call from inside a tool, from code, and as a step', async () => {
    const args = { path: 'denied/x', explicit_action: 'WIPE' };
    for (const [tool, given] of [
      ['relay', { tool: 'wipe', args }],
      ['run', { command: `await tools.wipe(${JSON.stringify(args)})` }],
      ['all_both', {}],
    ] as const) {
      const { reply } = await server.call(tool, given);
      expect([tool, JSON.stringify(reply)]).toEqual([tool, expect.stringContaining('denied_paths: denied')]);
    }
    expect(ran).toEqual([]);
  });
});

legacyTest('a client’s roots narrow what an author’s tool may touch', async () => {
  const own = await start({
    connect: {
      capabilities: { roots: {} },
      prepare: (client) =>
        client.setRequestHandler(ListRootsRequestSchema, () => ({
          roots: [{ uri: pathToFileURL(join(own.directory, 'open')).href }],
        })),
    },
  });
  expect(await own.call('report', { sources: ['open/x'] })).toMatchObject({ isError: false });
  expect(await own.call('report', { sources: ['a.txt'] })).toMatchObject({
    isError: true,
    text: expect.stringContaining("outside the client's roots"),
  });
  await own.close();
});

test('the user is never asked about what the policy refuses', async () => {
  const questions: string[] = [];
  const own = await start({
    connect: {
      capabilities: { elicitation: {} },
      prepare: (client) =>
        client.setRequestHandler(ElicitRequestSchema, (request) => {
          questions.push(request.params.message);
          return { action: 'accept', content: {} };
        }),
    },
  });
  const wipe = (path: string) => own.call('wipe', { path, explicit_action: 'WIPE' });
  expect(await wipe('denied/x')).toMatchObject({
    isError: true,
    text: expect.stringContaining('denied_paths'),
  });
  expect(questions).toEqual([]);
  expect(await wipe('open/x')).toMatchObject({ isError: false });
  expect(questions).toHaveLength(1);
  await own.close();
});

// The directory of this process has a package.json too, and is outside the allowed paths.
describe('what a tool opens by itself', () => {
  class Part extends ToolArguments {
    @Arg({ description: 'Read', access: 'read', optional: true })
    file?: string;
  }

  class OpenArgs extends ToolArguments {
    @Arg({ description: 'Read', items: 'string', access: 'read' })
    files: string[] = [];

    @Arg({ description: 'More', items: () => Part })
    parts: Part[] = [];

    @Arg({ description: 'Works in', access: 'cwd', optional: true })
    directory?: string;
  }

  @Tool({ args: OpenArgs, description: 'Open files as Node does.' })
  class OpenFiles {
    run({ files, parts, directory }: OpenArgs) {
      const all = [...files, ...parts.map(({ file }) => file!)];
      return [
        ...(directory === undefined ? [] : [directory]),
        ...all.map((file) => readFileSync(file, 'utf8')),
      ].join('|');
    }
  }

  const openOne = defineTool({
    name: 'open_one',
    description: 'Open a file as Node does.',
    access: { 'where.file': 'read' },
    inputSchema: {
      type: 'object',
      properties: { where: { type: 'object', properties: { file: { type: 'string' } } } },
    },
    run: ({ where }) => readFileSync((where as { file: string }).file, 'utf8'),
  });

  beforeAll(() => {
    writeFileSync(join(server.directory, 'package.json'), 'inside');
    writeFileSync(join(server.directory, 'open', 'package.json'), 'open');
    server.open.registry.register([OpenFiles, openOne]);
  });

  test.each<[string, Record<string, unknown>, (directory: string) => string]>([
    ['open_files', { files: ['package.json'] }, () => 'inside'],
    [
      'open_files',
      { files: ['./open/../package.json'], parts: [{ file: 'open/package.json' }] },
      () => 'inside|open',
    ],
    ['open_files', { directory: 'open', files: ['package.json'] }, (directory) => `${directory}/open|open`],
    ['open_one', { where: { file: 'package.json' } }, () => 'inside'],
  ])('%s %j is the file that was judged', async (tool, args, expected) => {
    expect((await server.call(tool, args)).text).toBe(expected(server.directory));
  });

  test('a path that is absolute is handed on as it came', async () => {
    const file = join(server.directory, 'open', 'package.json');
    expect((await server.call('open_files', { files: [file] })).text).toBe('open');
  });
});
