import { Arg, defineTool, Result, Tool, ToolArguments } from '../../../src/index';
import { ToolRegistry } from '../../../src/registries/tool-registry';

const tool = defineTool({
  name: 'login',
  description: 'Logs in.',
  inputSchema: {
    type: 'object',
    properties: {
      user: { type: 'string' },
      password: { type: 'string', writeOnly: true },
      pin: { type: 'integer', format: 'password' },
      more: {
        type: 'array',
        items: { type: 'object', properties: { token: { type: 'string', writeOnly: true } } },
      },
    },
  },
  run: () => Result.ok('in'),
});

test('a raw schema marks secrets with `writeOnly` or the format `password`, at any depth', () => {
  expect(tool.secrets).toEqual(['password', 'pin', 'token']);
});

test('so do the items of a list, the values of a map, alternatives and what is referred to', () => {
  const secret = { type: 'string', writeOnly: true } as const;
  const { secrets } = defineTool({
    name: 'keys',
    description: 'Keeps keys.',
    inputSchema: {
      type: 'object',
      $defs: { key: secret, ring: { type: 'object', properties: { first: { $ref: '#/$defs/key' } } } },
      properties: {
        listed: { type: 'array', items: secret },
        mapped: { type: 'object', additionalProperties: secret },
        either: { oneOf: [secret, { type: 'null' }] },
        ring: { $ref: '#/$defs/ring' },
        open: { type: 'string', default: { writeOnly: true } },
      },
    },
    run: () => Result.ok('kept'),
  });
  expect([...secrets].sort()).toEqual(['either', 'first', 'listed', 'mapped']);
});

test('a refusal does not repeat what a secret is in', async () => {
  const registry = new ToolRegistry([Open]);
  for (const account of [[{ pass_word: 'hunter22' }], '{"pass_word": "hunter22'])
    expect(JSON.stringify(await registry.call('open', { account, others: [] }))).not.toContain('hunter22');
});

test('a refusal does not repeat them', async () => {
  const registry = new ToolRegistry([tool]);
  const args = { user: 12_345, password: 42_424_242, pin: 'hunter22', more: [{ token: 55_555_555 }] };
  const { isError, result } = await registry.call('login', args);
  expect(isError).toBe(true);
  expect(JSON.stringify(result)).not.toMatch(/42424242|hunter22|55555555/);
  expect(JSON.stringify(result)).toContain('12345');
});

class Account extends ToolArguments {
  @Arg({ description: 'Its word', secret: true })
  passWord!: string;
}

class OpenArgs extends ToolArguments {
  @Arg({ description: 'One', type: () => Account })
  account!: Account;

  @Arg({ description: 'Several', type: 'array', items: { type: () => Account } })
  others!: Account[];
}

@Tool({ args: OpenArgs, description: 'Open.' })
class Open {
  run(): string {
    return 'open';
  }
}

test('a class within an args class has secrets too', async () => {
  const registry = new ToolRegistry([Open]);
  expect(registry.get('open')!.secrets).toEqual(['pass_word']);
  const account = { pass_word: 42_424_242 };
  expect(JSON.stringify(await registry.call('open', { account, others: [account] }))).not.toContain(
    '42424242',
  );
});
