import { Arg, Prompt, Resource, ToolArguments, type ToolContext } from '../../src/index';
import { PromptRegistry, ResourceRegistry, ToolRegistry } from '../../src/embed';
import { promptsPart } from '../../src/serve/parts/prompts';
import { resourcesPart } from '../../src/serve/parts/resources';
import { connect } from '../support/connect';

interface Asked {
  readonly argument: string;
  readonly value: string;
  readonly others: Readonly<Record<string, string>>;
}

let asked: Asked[] = [];
beforeEach(() => (asked = []));

class OrderArgs extends ToolArguments {
  @Arg('Whose order it is')
  customerId!: string;

  @Arg({ description: 'What is ordered', name: 'SKU' })
  articleNumber!: string;

  @Arg({ description: 'How it is sent', enum: ['air_mail', 'land'], name: 'way' })
  sentBy!: 'air_mail' | 'land';

  @Arg('Where to')
  town = 'Bern';
}

class ExpressArgs extends OrderArgs {
  @Arg('Until when')
  latestDay!: string;
}

@Prompt({ args: OrderArgs, description: 'Ask for an order.' })
class Order {
  render({ customerId, articleNumber }: OrderArgs): string {
    return `${articleNumber} for ${customerId}`;
  }

  complete(
    argument: keyof ExpressArgs,
    value: string,
    _context: ToolContext,
    others: Partial<Record<keyof ExpressArgs, string>>,
  ): string[] {
    asked.push({ argument, value, others: { ...others } });
    if (argument === 'customerId') return ['C1', 'C2'];
    return argument === 'articleNumber' ? [`article of ${others.customerId}`] : [];
  }
}

@Prompt({ args: ExpressArgs, description: 'Ask for an express order.' })
class Express extends Order {}

@Prompt({ description: 'Has no args class.' })
class Raw {
  render(): string {
    return 'raw';
  }

  complete(argument: string, value: string, _context: ToolContext, others: Record<string, string>): string[] {
    asked.push({ argument, value, others });
    return [argument];
  }
}

@Resource({ uri: 'order://{customer_id}/{orderNumber}', description: 'One order.' })
class OneOrder {
  read(): string {
    return 'order';
  }

  complete(variable: string, value: string, _context: ToolContext, others: Record<string, string>): string[] {
    asked.push({ argument: variable, value, others });
    return [variable];
  }
}

async function completed(
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
  name: string,
  others?: Record<string, string>,
): Promise<string[]> {
  const registry = new ToolRegistry([], { prefix: '' });
  const parts = [
    promptsPart(new PromptRegistry([Order, Express, Raw], registry)),
    resourcesPart(new ResourceRegistry([OneOrder], registry)),
  ];
  const { client, close } = await connect(registry, { parts });
  try {
    const { completion } = await client.complete({
      ref,
      argument: { name, value: 'a' },
      ...(others && { context: { arguments: others } }),
    });
    return completion.values;
  } finally {
    await close();
  }
}

test.each(['order', 'express'])('complete of the prompt %s gets the names of its fields', async (name) => {
  const ref = { type: 'ref/prompt' as const, name };
  expect(await completed(ref, 'customer_id')).toEqual(['C1', 'C2']);
  const others = { customer_id: 'C2', way: 'land', town: 'Bern' };
  expect(await completed(ref, 'SKU', others)).toEqual(['article of C2']);
  expect(asked).toEqual([
    { argument: 'customerId', value: 'a', others: {} },
    {
      argument: 'articleNumber',
      value: 'a',
      others: { customerId: 'C2', sentBy: 'land', town: 'Bern' },
    },
  ]);
});

test('a field that a subclass adds is completed by its name too', async () => {
  await completed({ type: 'ref/prompt', name: 'express' }, 'latest_day');
  expect(asked.map(({ argument }) => argument)).toEqual(['latestDay']);
});

test('the values of an enum are found by the name that the client sends', async () => {
  expect(await completed({ type: 'ref/prompt', name: 'order' }, 'way')).toEqual(['air_mail']);
});

test.each(['customerId', 'articleNumber', 'nothing', 'toString', '__proto__'])(
  '%s is no argument that clients know: nothing is completed and complete is not called',
  async (name) => {
    expect(await completed({ type: 'ref/prompt', name: 'order' }, name, { [name]: 'x' })).toEqual([]);
    expect(asked).toEqual([]);
  },
);

test('what is no argument is left out of the others', async () => {
  const others = { customerId: 'x', nothing: 'x', toString: 'x', SKU: '7' };
  await completed({ type: 'ref/prompt', name: 'order' }, 'town', others);
  expect(asked).toEqual([{ argument: 'town', value: 'a', others: { articleNumber: '7' } }]);
});

test('without an args class names are those that were sent', async () => {
  await completed({ type: 'ref/prompt', name: 'raw' }, 'some_name', { otherName: 'x' });
  await completed({ type: 'ref/resource', uri: 'order://{customer_id}/{orderNumber}' }, 'customer_id', {
    orderNumber: '7',
  });
  expect(asked).toEqual([
    { argument: 'some_name', value: 'a', others: { otherName: 'x' } },
    { argument: 'customer_id', value: 'a', others: { orderNumber: '7' } },
  ]);
});
