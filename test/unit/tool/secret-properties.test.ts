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
