import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { main } from '../../../../src/cli/main';
import { commandLine } from '../../../support/command-line';
import { temporaryDirectory } from '../../../support/temporary-directory';

interface Told {
  code: number;
  out: string;
  err: string;
}

// A project with a configuration file, and another directory in which a client starts the server.
function world(yaml: string): {
  project: string;
  elsewhere: string;
  explain(tool: string, args: object, from?: string, file?: string): Promise<Told>;
} {
  const project = temporaryDirectory('tw-project');
  const elsewhere = temporaryDirectory('tw-elsewhere');
  for (const place of [project, elsewhere]) {
    mkdirSync(join(place, 'private'));
    writeFileSync(join(place, 'private/key'), 'x');
    writeFileSync(join(place, 'note'), 'x');
    writeFileSync(join(place, 'deploy.sh'), '#!/bin/sh\n');
    chmodSync(join(place, 'deploy.sh'), 0o755);
  }
  writeFileSync(join(project, 'rules.yaml'), yaml);
  return {
    project,
    elsewhere,
    async explain(tool, args, from = elsewhere, file = join(project, 'rules.yaml')) {
      const words = ['policy', 'explain', tool, JSON.stringify(args), '--config', file];
      return commandLine([...words, '--root', project, '--root', elsewhere], {
        cwd: from,
        env: { HOME: elsewhere },
      });
    },
  };
}

const SPELLINGS: Record<string, (project: string) => string> = {
  'a relative path': () => 'private',
  'a relative path with a dot': () => './private',
  'an absolute path': (project) => join(project, 'private'),
};
const CALLS: Record<string, (place: string) => readonly [string, object]> = {
  read_file: (place) => ['read_file', { path: join(place, 'private/key') }],
  write_file: (place) => ['write_file', { path: join(place, 'private/new'), content: '' }],
  list_directory: (place) => ['list_directory', { path: join(place, 'private') }],
  'execute_command, which reads': (place) => [
    'execute_command',
    { command: `cat ${join(place, 'private/key')}` },
  ],
};
const matrix = Object.keys(SPELLINGS).flatMap((spelling) =>
  Object.keys(CALLS).flatMap((call) =>
    (['where the file is', 'elsewhere'] as const).map((start) => [spelling, call, start] as const),
  ),
);

test.each(matrix)(
  '%s that is denied to %s protects the project from a start %s',
  async (spelling, call, start) => {
    const made = world('');
    const [tool] = CALLS[call]!('');
    const value = SPELLINGS[spelling]!(made.project);
    writeFileSync(
      join(made.project, 'rules.yaml'),
      `tools: { ${tool}: { denied_paths: [${JSON.stringify(value)}] } }\n`,
    );
    const from = start === 'elsewhere' ? made.elsewhere : made.project;
    const judged = (place: string): Promise<Told> => {
      const [name, args] = CALLS[call]!(place);
      return made.explain(name, args, from);
    };
    const inProject = await judged(made.project);
    expect(inProject).toMatchObject({ code: 1 });
    expect(inProject.out).toContain(`by tools.${tool}.denied_paths: ${value}`);
    const isRelative = spelling !== 'an absolute path';
    if (isRelative && start === 'elsewhere')
      expect(inProject.out).toContain(`(also read from ${made.project}, where the file is)`);
    else expect(inProject.out).not.toContain('also read');
    // A file that several projects share still means the directory of each.
    expect((await judged(made.elsewhere)).code).toBe(isRelative && start === 'elsewhere' ? 1 : 0);
  },
);

test('what an option or a variable denies is read from where the server starts alone', async () => {
  const { explain, project, elsewhere } = world('prefix: ""\n');
  let out = '';
  const io = {
    cwd: elsewhere,
    env: { HOME: elsewhere },
    stdout: (text: string) => void (out += text),
    stderr: () => undefined,
  };
  const words = (place: string) => [
    'policy',
    'explain',
    'read_file',
    JSON.stringify({ path: join(place, 'private/key') }),
  ];
  const rest = ['--config', join(project, 'rules.yaml'), '--root', project, '--root', elsewhere];
  const tools = ['--tools', '{"read_file":{"denied_paths":["private"]}}'];
  expect(await main([...words(project), ...rest, ...tools], io)).toBe(0);
  expect(await main([...words(elsewhere), ...rest, ...tools], io)).toBe(1);
  expect(out).not.toContain('also read');
  expect((await explain('read_file', { path: join(project, 'private/key') })).code).toBe(0);
});

test('a link to the file is read from where it leads to as well', async () => {
  const { project, elsewhere, explain } = world('tools: { read_file: { denied_paths: [private] } }\n');
  const third = temporaryDirectory('tw-third');
  symlinkSync(join(project, 'rules.yaml'), join(third, 'link.yaml'));
  const key = { path: join(project, 'private/key') };
  expect((await explain('read_file', key, elsewhere, join(third, 'link.yaml'))).code).toBe(1);
});

test('a program that is denied by a relative path is denied beside the file too', async () => {
  const { project, elsewhere, explain } = world(
    'tools: { execute_command: { allowed_commands: [], denied_commands: [./deploy.sh] } }\n',
  );
  for (const place of [project, elsewhere]) {
    const { code, out } = await explain('execute_command', { command: join(place, 'deploy.sh') });
    expect([code, out]).toEqual([1, expect.stringContaining('is a denied command')]);
  }
});

test.each([
  ['roots[0]', (value: string) => `roots: [${value}]`],
  [
    'tools.write_file.allowed_paths[0]',
    (value: string) => `tools: { write_file: { allowed_paths: [${value}] } }`,
  ],
  ['sandbox.readable[0]', (value: string) => `sandbox: { readable: [${value}] }`],
  ['sandbox.writable[0]', (value: string) => `sandbox: { writable: [${value}] }`],
])(
  '%s that exists only beside the file is told at the start, and opens nothing there',
  async (path, yaml) => {
    const project = temporaryDirectory('tw-project');
    const elsewhere = temporaryDirectory('tw-elsewhere');
    mkdirSync(join(project, 'output'));
    writeFileSync(join(project, 'rules.yaml'), `${yaml('output')}\n`);
    const started = async (cwd: string): Promise<Told> => {
      const args = JSON.stringify({ path: join(project, 'output/new'), content: '' });
      const file = relative(cwd, join(project, 'rules.yaml'));
      return commandLine(['policy', 'explain', 'write_file', args, '--config', file], {
        cwd,
        env: { HOME: elsewhere },
      });
    };
    const there = await started(elsewhere);
    expect(there.code).toBe(1);
    expect(there.err).toContain(`${path} (`);
    expect(there.err).toContain(`beside the file there is ${join(project, 'output')}`);
    expect(there.err).toContain(`--cwd ${project}`);
    expect((await started(project)).err).not.toContain('beside the file');
  },
);
