import { Container, ContainerInstance } from 'typedi';
import {
  Arg,
  AuthorError,
  defineTool,
  Result,
  Tool,
  ToolArguments,
  ToolDisabledError,
  ToolNotFoundError,
  ToolResult,
  type ToolContext,
} from '../../src/index';
import { ToolRegistry } from '../../src/embed';
import { recordingLogger } from '../support/records';

const seenSignals: AbortSignal[] = [];

class NoArgs extends ToolArguments {}

@Tool({ args: NoArgs, description: 'Read.', category: 'file', tags: ['read'] })
class ReadIt {
  run() {
    return 'read';
  }
}

@Tool({ args: NoArgs, description: 'Write.', category: 'file', tags: ['write'] })
class WriteIt {
  run() {
    return 'written';
  }
}

@Tool({ args: NoArgs, description: 'Wait.', category: 'time', timeoutSeconds: 0.05 })
class WaitForever {
  run(_args: NoArgs, context: ToolContext) {
    seenSignals.push(context.signal);
    return new Promise(() => undefined);
  }
}

@Tool({ args: NoArgs, description: 'Throw.' })
class Thrower {
  async run() {
    throw new RangeError('out of range');
  }
}

const bare = { prefix: '' };

test('T15 register, replace, unregister once, get, list by category', () => {
  const registry = new ToolRegistry([ReadIt], bare);
  registry.register(WriteIt);
  expect(registry.list().map((tool) => tool.name)).toEqual(['read_it', 'write_it']);
  registry.register(defineTool({ name: 'read_it', description: 'Another.', run: () => 'other' }), {
    replace: true,
  });
  expect(registry.get('read_it')?.category).toBeUndefined();
  expect(registry.unregister('read_it')).toBe(true);
  expect(registry.unregister('read_it')).toBe(false);
  expect(registry.get('read_it')).toBeUndefined();
});

test('T16 a category, a tag and the enabled ones can be listed', () => {
  const registry = new ToolRegistry([ReadIt, WriteIt, WaitForever], bare);
  expect(registry.list({ category: 'file' }).map((tool) => tool.name)).toEqual(['read_it', 'write_it']);
  expect(registry.list({ tag: 'write' }).map((tool) => tool.name)).toEqual(['write_it']);
  registry.disable('read_it');
  expect(registry.listEnabled().map((tool) => tool.name)).toEqual(['write_it', 'wait_forever']);
});

test('T10 an unknown tool is an error that names it and the nearest', async () => {
  const registry = new ToolRegistry([ReadIt], bare);
  const error = await registry.call('raed_it').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ToolNotFoundError);
  expect(error).toMatchObject({ code: -32001, message: 'Unknown tool: raed_it. Did you mean read_it?' });
});

test('T11 a disabled tool is refused with its reason, and works again when enabled', async () => {
  const registry = new ToolRegistry([ReadIt], bare);
  registry.disable('read_it', 'Maintenance until noon.');
  const error = await registry.call('read_it').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ToolDisabledError);
  expect(error).toMatchObject({
    code: -32004,
    message: 'Tool is disabled: read_it. Maintenance until noon.',
  });
  registry.enable('read_it');
  expect((await registry.call('read_it')).result).toEqual(ToolResult.text('read'));
});

test('T13 a tool over its time limit ends with the code of the table, its signal aborted', async () => {
  const registry = new ToolRegistry([WaitForever], bare);
  const outcome = await registry.call('wait_forever');
  expect(outcome.isError).toBe(true);
  expect((outcome.result as Result).toJson()).toMatchObject({
    error: 'Tool execution timed out after 0.05s',
    error_type: 'timeout',
    error_data: { code: -32006 },
  });
  expect(seenSignals.pop()?.aborted).toBe(true);
});

test('T14 a throwing tool is an execution failure without a stack, and the registry goes on', async () => {
  const registry = new ToolRegistry([Thrower, ReadIt], bare);
  const outcome = await registry.call('thrower');
  const json = (outcome.result as Result).toJson();
  expect(json).toMatchObject({
    success: false,
    exception_type: 'RangeError',
    exception_message: 'out of range',
    error_data: { code: -32005 },
  });
  expect(JSON.stringify(json)).not.toContain('registry.test');
  expect((await registry.call('read_it')).isError).toBe(false);
});

test('cancellation reaches the tool and ends the call', async () => {
  const controller = new AbortController();
  let reason: unknown;
  const registry = new ToolRegistry(
    defineTool({
      name: 'wait',
      description: 'Wait.',
      timeoutSeconds: 0,
      run: (_args, context) =>
        new Promise((_resolve, reject) =>
          context.signal.addEventListener('abort', () => reject((reason = context.signal.reason) as Error)),
        ),
    }),
    bare,
  );
  const call = registry.call('wait', {}, { door: 'client', signal: controller.signal });
  controller.abort(new Error('changed my mind'));
  expect(((await call).result as Result).toJson()).toMatchObject({
    error_type: 'cancelled',
    error_data: { code: -32005 },
  });
  expect(reason).toMatchObject({ message: 'changed my mind' });
});

describe('names and prefixes', () => {
  @Tool({ args: NoArgs, description: 'Own.', prefix: 'own' })
  class Prefixed {
    run() {
      return 1;
    }
  }
  @Tool({ args: NoArgs, description: 'None.', prefix: '' })
  class Unprefixed {
    run() {
      return 1;
    }
  }

  test('G4 a tool’s own prefix is used, and an empty one disables it', () => {
    const registry = new ToolRegistry([ReadIt, Prefixed, Unprefixed], { prefix: 'guide' });
    expect(registry.list().map((tool) => registry.exposedName(tool))).toEqual([
      'guide_read_it',
      'own_prefixed',
      'unprefixed',
    ]);
    expect(registry.bareName('guide_read_it')).toBe('read_it');
  });

  test('G5 two tools of one name are refused, naming both sources', () => {
    @Tool({ args: NoArgs, description: 'Same.', name: 'read_it' })
    class Impostor {
      run() {
        return 1;
      }
    }
    expect(() => new ToolRegistry([ReadIt, Impostor], bare)).toThrow(
      /class Impostor.*'read_it'.*class ReadIt/,
    );
    expect(() => new ToolRegistry([ReadIt, ReadIt], bare)).toThrow(AuthorError);
  });

  test('no variable of the shell names an author’s tools', () => {
    const before = process.env['MCP_TOOL_PREFIX'];
    try {
      process.env['MCP_TOOL_PREFIX'] = 'acme';
      expect(new ToolRegistry().prefix).toBe('');
    } finally {
      if (before === undefined) delete process.env['MCP_TOOL_PREFIX'];
      else process.env['MCP_TOOL_PREFIX'] = before;
    }
  });

  test('a class without @Tool is refused with the cure', () => {
    class Plain {
      run() {
        return 1;
      }
    }
    expect(() => new ToolRegistry([Plain], bare)).toThrow('Plain: is not a tool. Put @Tool on it.');
  });
});

test('G6 declared tools are taken once, and many takers lose none and share none', async () => {
  const registry = new ToolRegistry([], bare);
  await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      await Promise.resolve();
      @Tool({ args: NoArgs, description: 'One.', name: `tool_${index}` })
      class One {
        run() {
          return index;
        }
      }
      registry.register(One);
    }),
  );
  const takers = await Promise.all(Array.from({ length: 10 }, async () => registry.takeDeclared()));
  const names = takers.flatMap((taken) => Object.keys(taken));
  expect(new Set(names).size).toBe(100);
  expect(names).toHaveLength(100);
  expect(takers[0]!['tool_7']).toMatchObject({ args: NoArgs });
  expect(registry.takeDeclared()).toEqual({});
});

test('G13 the call line comes first; success is TRACE for async and DEBUG for sync; a throw is ERROR', async () => {
  @Tool({ args: NoArgs, description: 'Async.' })
  class Later {
    async run() {
      return 1;
    }
  }
  const { log, lines } = recordingLogger();
  const registry = new ToolRegistry([ReadIt, Later, Thrower], { prefix: 'guide', log });
  await registry.call('read_it');
  await registry.call('later');
  await registry.call('thrower');
  expect(lines()).toEqual([
    'trace Tool called: read_it',
    'debug Tool read_it completed successfully',
    'trace Tool called: later',
    'trace Tool later completed successfully',
    'trace Tool called: thrower',
    'error Tool thrower failed: out of range',
  ]);
});

test('G13 what a tool threw is in the log with its class and stack', async () => {
  const { log, records } = recordingLogger();
  const registry = new ToolRegistry([Thrower], { ...bare, log });
  await registry.call('thrower');
  const { exception } = records.find(({ level }) => level === 'error')!.extra as { exception: Error };
  expect(exception).toBeInstanceOf(RangeError);
  expect(exception.stack).toContain('Thrower.run');
});

test('a secret argument reaches no log, whatever happens to the call', async () => {
  class SecretArgs extends ToolArguments {
    @Arg({ description: 'A password', secret: true, maxLength: 20 }) password!: string;
  }
  @Tool({ args: SecretArgs, description: 'Keep it.' })
  class KeepIt {
    run(args: SecretArgs) {
      return args.password.length;
    }
  }
  const { log, records } = recordingLogger();
  const registry = new ToolRegistry([KeepIt], { ...bare, log });
  await registry.call('keep_it', { password: 'hunter2' });
  await registry.call('keep_it', { password: 'hunter2 hunter2 hunter2' });
  await registry.call('keep_it', { password: ['hunter2'], extra: 1 });
  expect(records.length).toBeGreaterThan(3);
  expect(JSON.stringify(records)).not.toContain('hunter2');
});

test('G26 a tool called by another tool is validated and writes no call line', async () => {
  class InnerArgs extends ToolArguments {
    @Arg('A name') name!: string;
  }
  @Tool({ args: InnerArgs, description: 'Inner.' })
  class Inner {
    run(args: InnerArgs) {
      return Result.ok(`hello ${args.name}`);
    }
  }
  @Tool({ args: NoArgs, description: 'Outer.' })
  class Outer {
    async run(_args: NoArgs, context: ToolContext) {
      const good = await context.call('inner', { name: 'ada' });
      const bad = await context.call('inner', { nam: 'ada' });
      return Result.ok({ good: (good.result as Result).value, bad: bad.isError });
    }
  }
  const { log, lines } = recordingLogger();
  const registry = new ToolRegistry([Inner, Outer], { prefix: 'guide', log });
  const outcome = await registry.call('outer', {}, { door: 'client' });
  expect((outcome.result as Result).value).toEqual({ good: 'hello ada', bad: true });
  expect(lines().filter((line) => line.includes('Tool called'))).toEqual(['trace Tool called: outer']);
});

test('G27 a handler without an args class gets the raw arguments', async () => {
  @Tool({ description: 'Raw.' })
  class Raw {
    run(args: Record<string, unknown>) {
      return Result.ok(args);
    }
  }
  const outcome = await new ToolRegistry([Raw], bare).call('raw', { anything: [1] });
  expect((outcome.result as Result).value).toEqual({ anything: [1] });
});

describe('a tool from a name, a raw schema and a function', () => {
  const make = (inputSchema: Record<string, unknown>) =>
    new ToolRegistry(
      defineTool({ name: 'raw', description: 'Raw.', inputSchema, run: (args) => ({ got: args }) }),
      bare,
    );

  test('is validated by its schema', async () => {
    const registry = make({
      type: 'object',
      properties: { n: { type: 'integer' } },
      required: ['n'],
      additionalProperties: false,
    });
    expect((await registry.call('raw', { n: 1 })).isError).toBe(false);
    const refused = await registry.call('raw', { n: 'x', m: 1 });
    expect((refused.result as Result).errorData).toMatchObject({
      validation_errors: [{ field: 'n' }, { field: 'm' }],
    });
  });

  test('is judged by Ajv where the schema says more than ours can', async () => {
    const registry = make({
      type: 'object',
      properties: { n: { oneOf: [{ type: 'integer' }, { type: 'string', pattern: '^x' }] } },
      required: ['n'],
    });
    expect((await registry.call('raw', { n: 'xyz' })).isError).toBe(false);
    expect((await registry.call('raw', { n: 'abc' })).isError).toBe(true);
    expect(((await registry.call('raw', {})).result as Result).errorData).toMatchObject({
      validation_errors: [{ field: 'n' }],
    });
  });

  test('is refused where its root is no object', () =>
    expect(() => make({ type: 'string' })).toThrow(/root is not/));
});

describe('instances', () => {
  class Counter {
    count = 0;
  }
  @Tool({ args: NoArgs, description: 'Count.' })
  class CountUp {
    constructor(private readonly counter: Counter) {}
    run() {
      return ++this.counter.count;
    }
  }

  test('two registries over one class never see each other, and the global container stays untouched', async () => {
    const [one, two] = [new ToolRegistry([CountUp], bare), new ToolRegistry([CountUp], bare)];
    await one.call('count_up');
    expect((await one.call('count_up')).result).toEqual(ToolResult.json(2));
    expect((await two.call('count_up')).result).toEqual(ToolResult.json(1));
    expect(Container.has(Counter)).toBe(false);
    expect(Container.has(CountUp)).toBe(false);
  });

  test('come from the container an author hands in', async () => {
    const container = new ContainerInstance('mine');
    const counter = new Counter();
    counter.count = 41;
    container.set(Counter, counter);
    const registry = new ToolRegistry([CountUp], { ...bare, container });
    expect((await registry.call('count_up')).result).toEqual(ToolResult.json(42));
  });

  test('are made on the first call, not before', async () => {
    let made = 0;
    @Tool({ args: NoArgs, description: 'Made.' })
    class Made {
      constructor() {
        made++;
      }
      run() {
        return 1;
      }
    }
    const registry = new ToolRegistry([Made], bare);
    registry.describe('made');
    expect(made).toBe(0);
    await registry.call('made');
    await registry.call('made');
    expect(made).toBe(1);
  });

  test('a parameter that is not a class is an author error with the cure', async () => {
    @Tool({ args: NoArgs, description: 'Bad.' })
    class Bad {
      constructor(readonly name: string) {}
      run() {
        return 1;
      }
    }
    const outcome = await new ToolRegistry([Bad], bare).call('bad');
    expect((outcome.result as Result).error).toMatch(
      /Bad: has a constructor parameter \(number 1\) whose type is not a class/,
    );
  });

  // The compiler records the same for a function’s type as for a class that is imported with `import type`.
  test('a class imported as a type alone is an author error that names the parameter and the cure', async () => {
    @Tool({ args: NoArgs, description: 'Bad.' })
    class Bad {
      constructor(
        readonly store: () => void,
        readonly ready: boolean,
        readonly made: Promise<void>,
      ) {}
      run() {
        return 1;
      }
    }
    const { error } = (await new ToolRegistry([Bad], bare).call('bad')).result as Result;
    expect(error).toMatch(/Bad: has a constructor parameter \(number 1\).*not `import type/);
    for (const number of [2, 3])
      expect(error).toContain(
        `Bad: has a constructor parameter (number ${number}) whose type is not a class`,
      );
    expect(error).not.toMatch(/Function:|Promise:|without recorded types/);
  });
});

test('middleware wraps every call, the first added outermost, and may answer itself', async () => {
  const seen: string[] = [];
  const registry = new ToolRegistry([ReadIt], bare);
  registry.use(async (call, next) => {
    seen.push(`a ${call.tool.name}`);
    const outcome = await next();
    seen.push('a done');
    return outcome;
  });
  registry.use(async (_call, next) => {
    seen.push('b');
    return next();
  });
  await registry.call('read_it');
  expect(seen).toEqual(['a read_it', 'b', 'a done']);
});

test('a guard refuses a call whose arguments are valid, and the tool does not run', async () => {
  let ran = false;
  const registry = new ToolRegistry(
    defineTool({
      name: 'guarded',
      description: 'Guarded.',
      run: () => {
        ran = true;
      },
    }),
    { ...bare, guards: [() => Result.failure('not today', 'permission_denied')] },
  );
  const outcome = await registry.call('guarded');
  expect((outcome.result as Result).toJson()).toMatchObject({ success: false, error: 'not today' });
  expect(ran).toBe(false);
});

test('G28 a registry of 10,000 classes builds nothing until it is asked, then lists them all', () => {
  let built = 0;
  const classes = Array.from({ length: 10_000 }, (_, index) => {
    class Args extends ToolArguments {
      constructor() {
        super();
        built++;
      }
    }
    @Tool({ args: Args, description: 'One of many.', name: `tool_${index}` })
    class Many {
      run() {
        return index;
      }
    }
    return Many;
  });
  const registry = new ToolRegistry(classes, bare);
  expect(registry.list()).toHaveLength(10_000);
  expect(built).toBe(0);
  registry.describe('tool_9999');
  expect(built).toBe(1);
});
