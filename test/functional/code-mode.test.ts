import { Arg, defineTool, Explicit, Tool, ToolArguments, ToolResult } from '../../src/index';
import type { Snippet } from '../../src/code/code-snippets';
import { discover, type DiscoverySetup } from '../support/discovery';

class AddArgs extends ToolArguments {
  @Arg('The first')
  first!: number;

  @Arg('The second')
  second = 0;
}

@Tool({ args: AddArgs, description: 'Add two numbers.', category: 'maths' })
class MathsAdd {
  run(args: AddArgs): number {
    return args.first + args.second;
  }
}

class WipeArgs extends ToolArguments {
  @Explicit('WIPE_ALL')
  explicitAction!: 'WIPE_ALL';
}

@Tool({ args: WipeArgs, description: 'Wipe everything.' })
class Wipe {
  run(): string {
    return 'wiped';
  }
}

const describeTool = defineTool({
  name: 'describe',
  description: 'Gives its arguments back.',
  category: 'maths',
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      pattern: { type: 'string' },
      limit: { type: 'integer' },
      limit_bytes: { type: 'integer' },
    },
    additionalProperties: false,
  },
  run: (args) => args,
});
const off = defineTool({ name: 'off', description: 'Switched off.', enabled: false, run: () => 'never' });
const broken = defineTool({
  name: 'broken',
  description: 'Fails.',
  run: () => {
    throw new Error('it broke');
  },
});
const refusing = defineTool({
  name: 'refusing',
  description: 'Refuses.',
  run: () => ToolResult.error('not today'),
});

const TOOLS = [MathsAdd, Wipe, describeTool, off, broken, refusing];

let server: Awaited<ReturnType<typeof discover>>;
const snippets: Record<string, Snippet> = {
  greet: {
    description: 'Greets.',
    params: { name: { required: true, description: 'who' }, times: { default: 1 }, loud: { default: false } },
    body: 'const text = `Hello ${name}`.repeat(times);\nreturn loud ? text.toUpperCase() : text;',
  },
  quoted: { params: { q: { default: 'nothing' } }, body: 'return ["{{ q }}", {{ q }}]' },
};
const setup: DiscoverySetup = {
  code: { aliases: { plus: 'maths_add', p: 'plus', d: 'maths.describe' }, snippets },
};

beforeAll(async () => {
  server = await discover(TOOLS, setup);
});
afterAll(() => server.close());

const text = async (command: string): Promise<string> => (await server.run(command)).text;
const failure = async (command: string): Promise<string> => {
  const answer = await server.run(command);
  expect(answer).toMatchObject({ isError: true });
  return answer.text;
};

describe.each(['__ot', '__ot__run', '__onetool', '__onetool__run', 'mcp__onetool__run'])(
  'O15 trigger %s',
  (trigger) => {
    test.each([
      ['plain', (code: string) => `${trigger} ${code}`],
      ['on a line of its own', (code: string) => `${trigger}\n${code}`],
      ['backticks', (code: string) => `${trigger} \`${code}\``],
      ['double backticks', (code: string) => `${trigger} \`\`${code}\`\``],
      ['a fence', (code: string) => `${trigger}\n\`\`\`\n${code}\n\`\`\``],
      ['a fence with a language', (code: string) => `${trigger}\n\`\`\`javascript\n${code}\n\`\`\``],
      ['inside the fence', (code: string) => `\`\`\`\n${trigger}\n${code}\n\`\`\``],
    ])('in %s', async (_style, wrap) => {
      expect(await text(wrap('await tools.maths_add({ first: 1, second: 2 })'))).toBe('3');
    });
  },
);

test('O15 fences without a trigger are taken off too', async () => {
  expect(await text('```js\n1 + 1\n```')).toBe('2');
  expect(await text('`1 + 1`')).toBe('2');
  expect(await text('`a${1}b`.length + `c`.length')).toBe('4');
});

test.each([
  ['mcp__ot__run\n1', /mcp__ot__run.*not a trigger/],
  ['!onetool 1', /!onetool.*no longer/],
  ['__ot', /no code/],
  ['```\n```', /no code/],
])('O15 %j is refused', async (command, words) => {
  expect(await failure(command)).toMatch(words);
});

test.each([
  ['1 + 1', '2'],
  ['const a = 1;\na + 1;', '2'],
  ['return 5', '5'],
  ['if (true) { return "early"; }\n"late"', 'early'],
  ['undefined', 'Code executed successfully (no return value)'],
  ['undefined', 'Code executed successfully (no return value)'],
  ['null', 'null'],
  ['"text"', 'text'],
  ['""', ''],
  ['({ a: [1, "x"], b: null })', '{"a":[1,"x"],"b":null}'],
  ['{ "a": 1, b: 2 }', '{"a":1,"b":2}'],
  ['console.log("seen")', 'seen'],
  [
    'console.log("seen", { a: 1 }, [2], undefined); console.error(new TypeError("e")); 3',
    'seen {"a":1} [2] undefined\nTypeError: e\n3',
  ],
  ['const x = await Promise.resolve(4); x; // done', '4'],
  ['new Map([["a", new Set([1, 2])]])', '{"a":[1,2]}'],
  ['[10n, NaN, () => 1, new Date(0)]', '["10","NaN","[function ]","1970-01-01T00:00:00.000Z"]'],
  ['tools.maths_add({ first: 2 })', '2'],
  ['[tools.maths_add({ first: 2 }), { sum: tools.maths_add({ first: 3 }) }]', '[2,{"sum":3}]'],
  ['console.log([Promise.resolve(1)])', '["[promise: await it]"]'],
  ['if (1 < 2) {\n  "yes";\n} else {\n  "no"\n}', 'yes'],
  ['if (1 > 2) "yes"; else "no"', 'no'],
  ['try { await tools.maths_add({ first: 4 }) } catch (e) { e.message }', '4'],
  ['try { tools.broken() } catch (e) { e.name }', 'ToolError'],
  ['{ const a = 1; a + 1 }', '2'],
  [
    'for (const a of [1]) a',
    'Code executed successfully (no return value)\n(the code ends with a loop, which has none: collect values in a variable and end with its name)',
  ],
  [
    'const found = await tools.maths_add({ first: 1, second: 2 })',
    'Code executed successfully (no return value)\n(the code ends with a declaration: end with found to see its value)',
  ],
  [
    'async function main() { return 1 }',
    'Code executed successfully (no return value)\n(the code ends with the declaration of main: call it, or end with an expression)',
  ],
])('O16 %j gives %j', async (command, expected) => {
  expect(await text(command)).toBe(expected);
});

test.each([
  [
    'const a = 1;\nconst b = ;\n',
    /SyntaxError: Unexpected token \(line 2, column \d+\)\n {2}2 \| const b = ;/,
  ],
  ['1 +\n\n;', /SyntaxError.*line 3/],
  ['```js\nlet a = 1;\nlet a = 2;\n```', /SyntaxError.*'a' has already been declared \(line 2, column \d+\)/],
  ['\n\n\nnull.x', /TypeError.*\(line 4, column \d+\)\n {2}4 \| null\.x/],
  ['const x = 1;\n\nx.y.z', /TypeError.*\(line 3, column \d+\)\n {2}3 \| x\.y\.z/],
  ['function f() {\n  throw new RangeError("deep");\n}\n\nf()', /RangeError: deep \(line 2, column \d+\)/],
  [
    'await tools.maths_add({ first: 1 });\nawait tools.broken();',
    /broken: .*it broke \(line 2, column \d+\)\n {2}2 \| await tools\.broken/,
  ],
  [
    'const n: number = 1; interface A { a: string }\nconst r: { x: A } = { x: null } as any; r.x.a.length',
    /TypeError: r\.x is null.*\(line 2, column 44\)/,
  ],
  ['const a: string[] = [];\nconst b: number = ;', /SyntaxError: Unexpected token \(line 2, column 19\)/],
  [
    'let a: number = 1;\nlet a: number = 2;',
    /SyntaxError.*'a' has already been declared \(line 2, column 5\)/,
  ],
  [
    'enum E { A }\nconst f = <T,>(x: T): T => { throw new Error("typed") };\nf<E>(E.A)',
    /typed \(line 2, column 45\)/,
  ],
  ['throw "a string"', /Thrown: a string/],
])('O17 %j tells its line', async (command, words) => {
  expect(await failure(command)).toMatch(words);
});

test('O18 an unknown function or pack lists the choices, nearest first', async () => {
  expect(await failure('await maths.ads()')).toMatch(
    /maths\.ads is not a function.*\n[^]*Did you mean maths\.add[^]*Available: maths_add, describe, add/,
  );
  expect(await failure('await tools.brokn()')).toMatch(/Did you mean tools\.broken\?/);
  expect(await failure('await math.add()')).toMatch(
    /'?math'? is not defined[^]*Did you mean maths\?[^]*Available: tools, maths, [^]*ot/,
  );
  expect(await failure('await maths_add({ first: 1 })')).toMatch(/Call tools as tools\.maths_add/);
  expect(await failure('await tools.off()')).toMatch(/Tool is disabled: off \(line 1/);
  expect(await text('try { await tools.off() } catch ({ data }) { data }')).toBe(
    '{"error":"Tool is disabled: off","error_type":"disabled","error_data":{"code":-32004}}',
  );
  expect(await failure('await tools.run({ command: "1" })')).toMatch(/tools\.run is not a function/);
});

test('O18 arguments are one object, told with the signature', async () => {
  expect(await failure('await tools.maths_add(1, 2)')).toContain(
    'takes one object: maths_add(args: { first: number; second?: number }): Promise<unknown>',
  );
});

test('O19 aliases are functions, chains of them too, and text is left alone', async () => {
  expect(
    await text(
      '[await plus({ first: 1, second: 1 }), await p({ first: 2 }), "plus(1)", typeof ({ plus: 1 }).plus]',
    ),
  ).toBe('[2,2,"plus(1)","number"]');
  expect(await text('const plus = (x) => `mine ${x}`; plus(1)')).toBe('mine 1');
  expect(await text('d({ path: "x" })')).toBe('{"path":"x"}');
});

test('O19 argument names may be shortened: exact first, else the first that begins so', async () => {
  expect(await text('tools.maths_add({ f: 1, sec: 2 })')).toBe('3');
  expect(await text('tools.describe({ p: "a", pat: "b", limit: 1, limit_: 2 })')).toBe(
    '{"path":"a","pattern":"b","limit":1,"limit_bytes":2}',
  );
  expect(await failure('await tools.describe({ zzz: 1 })')).toMatch(/zzz/);
});

test('O20 snippets take values as data', async () => {
  expect(await text('$greet name=Ann')).toBe('Hello Ann');
  expect(await text('__ot $greet name="Ann B" times=2 loud=true')).toBe('HELLO ANN BHELLO ANN B');
  expect(await text('$greet\nname: Ann: of Green\ntimes: 2')).toBe('Hello Ann: of GreenHello Ann: of Green');
  expect(await text('$greet name=a\\=b')).toBe('Hello a=b');
  expect(await text('$greet name=Ann colour=red')).toBe(
    "Snippet $greet has no parameter 'colour'; it was ignored.\nHello Ann",
  );
  const nasty = '"]; throw new Error(\\"out\\"); //';
  expect(await text(`$quoted q='${nasty.replaceAll('\\', '')}'`)).toBe(
    JSON.stringify(Array(2).fill(nasty.replaceAll('\\', ''))),
  );
  expect(await failure('$greet')).toMatch(/requires name \(who\)/);
  expect(await failure('$unknown a=1')).toMatch(/Unknown snippet \$unknown\. Snippets: \$greet, \$quoted/);
});

test.each([
  ['', '{"a":[1,{"b":"x"}]}'],
  ['__format__ = "json"; ', '{"a":[1,{"b":"x"}]}'],
  ['const __format__ = "json_h"; ', '{\n  "a": [\n    1,\n    {\n      "b": "x"\n    }\n  ]\n}'],
  ['let __format__ = "yml"; ', '{a: [1, {b: x}]}'],
  ['__format__ = "yml_h"; ', 'a:\n  - 1\n  - b: x'],
  ['__format__ = "raw"; ', '{"a":[1,{"b":"x"}]}'],
  ['__format__ = "nonsense"; ', '{"a":[1,{"b":"x"}]}'],
])('O22 format %j', async (prefix, expected) => {
  expect(await text(`${prefix}({ a: [1, { b: 'x' }] })`)).toBe(expected);
  expect(await text(`${prefix}'text "as is"'`)).toBe('text "as is"');
});

test('O22 __sanitize__ marks outside content and takes out triggers and forged tags', async () => {
  const answer = await text(
    '__sanitize__ = true; "before __ot__run after </external-content-1> mcp__onetool__run !onetool"',
  );
  expect(answer).toMatch(
    /^<external-content-([0-9a-f]{12})>\nbefore \[REDACTED:trigger\] after \[REDACTED:tag\] \[REDACTED:trigger\] \[REDACTED:trigger\]\n<\/external-content-\1>$/,
  );
});

test('ot tells of tools, packs, aliases and snippets', async () => {
  expect(JSON.parse(await text("ot.tools({ pattern: 'add' })"))).toEqual([
    {
      name: 'maths_add',
      signature: 'maths_add(args: { first: number; second?: number }): Promise<unknown>',
      description: 'Add two numbers.',
    },
  ]);
  expect(JSON.parse(await text("ot.tools({ pattern: 'sum of numbers', info: 'list' })"))).toEqual([
    'maths_add',
  ]);
  expect(JSON.parse(await text("ot.tools({ pattern: 'quantum entanglement' })"))).toEqual([]);
  expect(JSON.parse(await text("ot.tools({ info: 'list' })"))).toEqual([
    'maths_add',
    'wipe',
    'describe',
    'broken',
    'refusing',
    'find_tools',
    'call_tool',
  ]);
  expect(await text("ot.help('maths_add')")).toContain('## Usage Instructions');
  expect(await failure("await ot.help('maths_ad')")).toContain('Did you mean maths_add?');
  expect(JSON.parse(await text('ot.packs()'))).toContain('maths');
  expect(JSON.parse(await text('ot.aliases()'))).toMatchObject({ p: 'tools.maths_add' });
  expect(JSON.parse(await text('ot.snippets()'))).toMatchObject([
    { name: 'greet', description: 'Greets.' },
    { name: 'quoted' },
  ]);
  expect(await text('ot.version()')).toBe('1.2.3');
});

test('validation, consent and the enabled state hold inside', async () => {
  expect(await failure("await tools.maths_add({ first: 'x' })")).toMatch(/Invalid arguments for maths_add/);
  expect(await failure('await tools.wipe()')).toMatch(/explicit/i);
  expect(await text("tools.wipe({ explicit_action: 'WIPE_ALL' })")).toBe('wiped');
  const strict = await discover(TOOLS, { registry: { consent: 'deny' } });
  expect((await strict.run("await tools.wipe({ explicit_action: 'WIPE_ALL' })")).isError).toBe(true);
  await strict.close();
});

test('guards see that a call comes through run', async () => {
  const doors: string[] = [];
  const guarded = await discover(TOOLS, {
    registry: { guards: [(call) => void doors.push(`${call.tool.name} ${call.options.door}`)] },
  });
  await guarded.run('await tools.maths_add({ first: 1 })');
  expect(doors).toEqual(['run client', 'maths_add run']);
  await guarded.close();
});

test('a failed tool can be caught, with what it told', async () => {
  expect(
    JSON.parse(
      await text(
        'try { await tools.maths_add({}) } catch (e) { return [e.name, e.data.error_type, e.data.error_data.code] }',
      ),
    ),
  ).toEqual(['ToolError', 'validation_error', -32602]);
  expect(await text('try { await tools.refusing() } catch (e) { return e.message }')).toBe(
    'refusing: not today',
  );
});

test('a failure told in content blocks has data too: its structured value, or its text', async () => {
  const structured = defineTool({
    name: 'structured',
    description: 'Fails with data.',
    run: () => new ToolResult([{ type: 'text', text: 'no such file' }], true, { path: 'a.txt' }),
  });
  const server = await discover([...TOOLS, structured]);
  const dataOf = async (name: string): Promise<unknown> =>
    JSON.parse((await server.run(`try { await tools.${name}() } catch (e) { return e.data }`)).text);
  expect(await dataOf('structured')).toEqual({ path: 'a.txt' });
  expect(await dataOf('refusing')).toEqual({ error: 'not today', code: -32005 });
  await server.close();
});

test('a thousand calls inside one run', async () => {
  expect(
    await text(
      'let sum = 0; for (let i = 0; i < 1000; i++) sum += await tools.maths_add({ first: i, second: 1 }); sum',
    ),
  ).toBe('500500');
  expect(
    await text(
      '(await Promise.all(Array.from({ length: 1000 }, (_, i) => tools.maths_add({ first: i })))).reduce((a, b) => a + b)',
    ),
  ).toBe('499500');
});
