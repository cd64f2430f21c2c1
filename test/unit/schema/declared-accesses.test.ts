import { manifest } from '../../../src/app/wiring/take-built-in-manifest';
import { schemaOf, toolFromClass, ToolRegistry } from '../../../src/embed';
import { generate } from '../../../src/generate/generate';
import {
  Arg,
  defineTool,
  lazyTools,
  Tool,
  ToolArguments,
  type ArgOptions,
  type JsonSchema,
} from '../../../src/index';
import { declaredValues } from '../../../src/policy/declared-values';

class Target extends ToolArguments {
  @Arg({ description: 'File', access: 'write' })
  filePath!: string;
}

class CopyArgs extends ToolArguments {
  @Arg({ description: 'From', items: 'string', access: 'read' })
  from!: string[];

  @Arg({ description: 'To', type: () => Target })
  to!: Target;

  @Arg({ description: 'More', items: () => Target, optional: true })
  moreTargets?: Target[];

  @Arg({ description: 'Page', nullable: true, optional: true, type: 'string', access: 'address' })
  page?: string | null;

  @Arg('Free words')
  note = '/etc/passwd';
}

@Tool({ args: CopyArgs, description: 'Copy.' })
class Copy {
  run() {
    return 'done';
  }
}

test('what a class declares is on its tool, nested classes included', async () => {
  const tool = toolFromClass(Copy);
  expect(tool.accesses).toEqual([
    { field: 'from', kind: 'read' },
    { field: 'to.file_path', kind: 'write', keys: ['to', 'filePath'] },
    { field: 'more_targets.file_path', kind: 'write', keys: ['moreTargets', 'filePath'] },
    { field: 'page', kind: 'address' },
  ]);
  const checked = await tool.check({
    from: '["a", "b"]',
    to: { file_path: 'c' },
    more_targets: [{ file_path: 'd' }, { file_path: 'e' }],
    page: null,
  });
  if (!checked.ok) throw new Error('refused');
  expect(declaredValues(tool.accesses, checked.args).map(({ field, value }) => [field, value])).toEqual([
    ['from', 'a'],
    ['from', 'b'],
    ['to.file_path', 'c'],
    ['more_targets.file_path', 'd'],
    ['more_targets.file_path', 'e'],
  ]);
});

test('a manifest carries it, so that a listed tool has it before its class is loaded', async () => {
  const { manifest } = await generate({ tools: [Copy], sourceFiles: [], tsconfig: '', root: '' });
  const written = JSON.parse(JSON.stringify(manifest)) as typeof manifest;
  const registry = new ToolRegistry(lazyTools(written, { copy: async () => Copy }), { manifest: written });
  expect(registry.get('copy')?.accesses).toEqual(toolFromClass(Copy).accesses);
});

test('a class that says more than its manifest is believed once it is loaded', async () => {
  const { manifest } = await generate({ tools: [Copy], sourceFiles: [], tsconfig: '', root: '' });
  const older = manifest.tools.map(({ accesses: _, ...entry }) => entry);
  const seen: unknown[] = [];
  const registry = new ToolRegistry(lazyTools({ ...manifest, tools: older }, { copy: async () => Copy }), {
    guards: [({ tool }) => void seen.push(tool.accesses)],
  });
  await registry.call('copy', { from: [], to: { file_path: 'x' } });
  expect(seen).toEqual([toolFromClass(Copy).accesses]);
});

test('what the built-in tools declare', () => {
  const declared = manifest.tools.flatMap(({ name, accesses = [] }) =>
    accesses.map(({ field, kind }) => `${name}.${field} ${kind}`),
  );
  expect(declared).toEqual([
    'execute_command.command command',
    'execute_command.working_dir cwd',
    'list_directory.path read',
    'read_file.path read',
    'search_files.path read',
    'web_fetch.url address',
    'write_file.path write',
  ]);
});

test('the schema that clients see says nothing of it', () => {
  expect(JSON.stringify(schemaOf(CopyArgs))).not.toContain('access');
});

test('a value that is no text when it is judged is never let through', () => {
  expect(() => declaredValues([{ field: 'to', kind: 'write' }], { to: new URL('file:///etc') })).toThrow(
    'not a string',
  );
});

function withAccess(options: Partial<ArgOptions>): () => unknown {
  class Made extends ToolArguments {
    field: unknown;
  }
  Arg({ description: 'x', type: 'string', ...options })(Made.prototype, 'field');
  return () => schemaOf(Made);
}

test.each<[string, () => unknown, RegExp]>([
  [
    'on a number',
    withAccess({ type: 'number', access: 'read' }),
    /Made\.field.*neither a string nor a list.*Put/,
  ],
  [
    'on a list of numbers',
    withAccess({ type: 'array', items: 'number', access: 'read' }),
    /neither a string/,
  ],
  ['on a class', withAccess({ type: () => Target, access: 'write' }), /neither a string/],
  ['on free keys', withAccess({ type: 'object', values: 'string', access: 'read' }), /neither a string/],
  [
    'a list of working directories',
    withAccess({ type: 'array', items: 'string', access: 'cwd' }),
    /not a string/,
  ],
  ['an unknown word', withAccess({ access: 'reed' as never }), /unknown access 'reed'.*read, write, cwd/],
  ['with a secret', withAccess({ access: 'address', secret: true }), /is secret.*Drop one/],
])('an access %s is an author error', (_what, make, message) => expect(make).toThrow(message));

test('values under free keys are not passed over in silence', () => {
  class Many extends ToolArguments {
    @Arg({ description: 'By name', type: 'object', values: () => Target })
    byName!: Record<string, Target>;
  }
  @Tool({ args: Many, description: 'Many.' })
  class ManyTool {
    run() {
      return 1;
    }
  }
  expect(() => toolFromClass(ManyTool).accesses).toThrow(/Many\.byName.*free keys.*list of objects/);
});

describe('defineTool', () => {
  const define = (access: Record<string, 'read' | 'write'>) =>
    defineTool({
      name: 'copy',
      description: 'Copy.',
      access,
      inputSchema: {
        type: 'object',
        properties: {
          from: { type: 'array', items: { type: 'string' } },
          to: { type: 'object', properties: { file: { type: 'string' } } },
          times: { type: 'integer' },
        },
      } satisfies JsonSchema,
      run: () => 1,
    });

  test('takes the names of arguments, dotted inside objects', () => {
    expect(define({ from: 'read', 'to.file': 'write' }).accesses).toEqual([
      { field: 'from', kind: 'read' },
      { field: 'to.file', kind: 'write' },
    ]);
  });

  test.each([
    [{ form: 'read' }, /tool 'copy'.*'form'.*does not have/],
    [{ 'to.path': 'write' }, /'to\.path'.*does not have/],
    [{ times: 'read' }, /times.*neither a string/],
  ] as const)('refuses %j', (access, message) => expect(() => define(access)).toThrow(message));
});
