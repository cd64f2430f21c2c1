import { Arg, Tool, ToolArguments, type Guard, type Middleware, type ToolContext } from '../../src/index';
import { openApp } from '../../src/embed';
import { defineApp } from '../../src/index';
import { fuzz, testClient } from '../../src/testing';

class OrderArgs extends ToolArguments {
  @Arg('Whose order it is')
  customerId!: string;
}

@Tool({ args: OrderArgs, description: 'Order.', idempotencyKey: ['customer_id'] })
class Order {
  run({ customerId }: OrderArgs): string {
    return customerId;
  }
}

@Tool({ description: 'Call another tool with what was sent.' })
class Passes {
  async run(args: Record<string, unknown>, context: ToolContext): Promise<string> {
    const { result } = await context.call('order', args);
    return JSON.stringify(result);
  }
}

test('guards, middleware and observers see the names on the wire, and guards the fields besides', async () => {
  const seen: unknown[] = [];
  const guard: Guard = (call, args) => void seen.push({ ...call.args }, { ...args });
  const middleware: Middleware = ({ args }, next) => (seen.push({ ...args }), next());
  const observer = {
    begin: () => undefined,
    end: ({ args }: { args: object }) => void seen.push({ ...args }),
  };
  const app = defineApp({ tools: [Order], guards: [guard], middleware: [middleware], observers: [observer] });
  const client = await testClient(app);
  expect(await client.call('order', { customer_id: 'C1' })).toMatchObject({ value: 'C1' });
  await client.close();
  const [wire, fields] = [{ customer_id: 'C1' }, { customerId: 'C1' }];
  expect(seen).toEqual([wire, wire, fields, wire]);
});

describe('the name of a field in the place of that on the wire is refused, and the right one named', () => {
  const wrong = { customerId: 'C1' };

  test('in calls of clients and of other tools', async () => {
    const client = await testClient([Order, Passes]);
    expect((await client.call('order', wrong)).error).toMatch(/customerId .*did you mean 'customer_id'/);
    expect((await client.call('passes', wrong)).text).toMatch(/customerId .*did you mean 'customer_id'/);
    await expect(fuzz(client, 'order', { seed: 1, examples: [wrong] })).rejects.toThrow(
      /examples of fuzz .*customerId.*did you mean 'customer_id'/,
    );
    await client.close();
  });

  test.each([
    ['examples', { examples: [{ args: wrong, explains: 'Orders.' }] }],
    ['idempotencyKey', { idempotencyKey: ['customerId'] }],
  ])('in %s', async (_option, more) => {
    @Tool({ args: OrderArgs, description: 'Order.', ...more })
    class Wrong extends Order {}
    const open = await openApp(defineApp({ tools: [Wrong] }), { env: {} });
    await expect(open.verify()).rejects.toThrow(/customerId[^]*customer_id/);
    await open.close();
  });

  test('in MyArgs.from', async () => {
    await expect(OrderArgs.from(wrong)).rejects.toThrow(/customer_id/);
  });
});
