import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { Arg, defineApp, defineTool, Result, Tool, ToolArguments, ToolResult } from '../../src/index';
import type { PackName } from '../../src/config';
import { createServer, openApp, type OpenApp } from '../../src/embed';
import type { ToolSource } from '../../src/registries/tool-source';
import { connect } from '../support/connect';

class Item {
  @Arg({ description: 'Name' })
  name!: string;
}

class Listed extends ToolArguments {
  @Arg({ description: 'Items', items: () => Item })
  items!: Item[];
}

class CountArgs extends ToolArguments {
  @Arg({ description: 'How many', type: 'integer' })
  count!: number;
}

const line = (index: number): string => `${index}: das ist Zeile “${index}” 😀\n`;
const text = (count: number): string => Array.from({ length: count }, (_, index) => line(index)).join('');

@Tool({ args: CountArgs, description: 'Text.' })
class Lines {
  run({ count }: CountArgs): string {
    return text(count);
  }
}

@Tool({ args: CountArgs, description: 'A Result.', answerBudget: 2_000 })
class Guidance {
  run({ count }: CountArgs): Result<string> {
    return Result.ok(text(count), { instruction: 'Show it to the user.' });
  }
}

@Tool({ args: CountArgs, description: 'Declared.', output: Listed })
class Items {
  run({ count }: CountArgs): Listed {
    return { items: Array.from({ length: count }, (_, index) => ({ name: `item ${index}` })) } as Listed;
  }
}

const blocks = defineTool({
  name: 'blocks',
  description: 'Blocks.',
  run: () =>
    new ToolResult([
      { type: 'image', data: 'A'.repeat(200_000), mimeType: 'image/png' },
      { type: 'text', text: text(20_000) },
      { type: 'text', text: '[the note at the end]' },
    ]),
});
const blob = defineTool({
  name: 'blob',
  description: 'A blob.',
  run: () => ToolResult.resource({ uri: 'file:///x', blob: Buffer.alloc(300_000, 7).toString('base64') }),
});

interface Reply {
  content: { type: string; text?: string }[];
  structuredContent?: { value?: { items: unknown[] }; instruction?: string };
  isError?: boolean;
}

const tokens = (reply: Reply): number =>
  encode(
    reply.content.map((block) => block.text ?? '').join('\n') + JSON.stringify(reply.structuredContent ?? ''),
  ).length;
const noteOf = (reply: Reply): string => reply.content.at(-1)!.text!;
const handleOf = (reply: Reply): string => /"handle":"([^"]+)"/.exec(noteOf(reply))![1]!;

describe('an answer larger than the budget', () => {
  let open: OpenApp;
  let connection: Awaited<ReturnType<typeof connect>>;
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Reply> =>
    (await connection.client.callTool({ name, arguments: args })) as unknown as Reply;

  async function start(
    config: string[] = [],
    tools: ToolSource = [Lines, Guidance, Items, blocks, blob],
    packs: PackName[] = [],
  ): Promise<void> {
    const app = defineApp({ name: 'sizes', tools, packs });
    open = await openApp(app, { args: config, env: {} });
    connection = await connect(open.registry);
    await connection.client.listTools();
  }

  afterEach(async () => {
    await connection.close();
    await open.close();
  });

  async function readOn(
    first: Reply,
    beginning: string,
    args: Record<string, unknown> = {},
  ): Promise<string> {
    let whole = beginning;
    for (let offset: number | undefined = beginning.length; offset !== undefined;) {
      const reply = await call('read_result', { handle: handleOf(first), offset, ...args });
      expect(reply.isError).toBeFalsy();
      expect(tokens(reply)).toBeLessThanOrEqual(12_000);
      expect(noteOf(reply)).not.toContain('handle');
      whole += reply.content[0]!.text!;
      const next = /Continue with offset (\d+)/.exec(noteOf(reply));
      offset = next ? Number(next[1]) : undefined;
    }
    return whole;
  }

  it('is its beginning, how much there is and a handle, and is read on to the last byte', async () => {
    await start();
    const reply = await call('lines', { count: 20_000 });
    expect(reply.isError).toBeFalsy();
    expect(tokens(reply)).toBeLessThanOrEqual(12_000);
    expect(noteOf(reply)).toContain(`of ${text(20_000).length} (20000 lines`);
    expect(await readOn(reply, reply.content[0]!.text!)).toBe(text(20_000));
  });

  it('is read by lines and by search', async () => {
    await start();
    const reply = await call('lines', { count: 20_000 });
    const handle = handleOf(reply);
    const lines = await call('read_result', { handle, start_line: 15_001, line_count: 2 });
    expect(lines.content[0]!.text).toBe(line(15_000) + line(15_001));
    const found = await call('read_result', { handle, search: 'Zeile “1999' });
    expect(found.content[0]!.text!.split('\n')).toHaveLength(11);
    expect(noteOf(found)).toContain('11 matching lines: these are all');
  });

  it('keeps the notes and the images around the text that is cut', async () => {
    await start();
    const reply = await call('blocks');
    expect(reply.content.map(({ type }) => type)).toEqual(['image', 'text', 'text', 'text']);
    expect(reply.content[2]!.text).toBe('[the note at the end]');
    expect(await readOn(reply, reply.content[1]!.text!)).toBe(text(20_000));
  });

  it('is not shown at all where it is base64, and is read whole all the same', async () => {
    await start();
    const reply = await call('blob');
    expect(reply.content).toHaveLength(1);
    expect(await readOn(reply, '')).toBe(Buffer.alloc(300_000, 7).toString('base64'));
  });

  it('has the budget that its tool or the operator states', async () => {
    await start();
    const cut = await call('guidance', { count: 2_000 });
    expect(tokens(cut)).toBeLessThanOrEqual(2_000);
    expect(noteOf(cut)).toContain('instruction: "Show it to the user."');
    expect(await readOn(cut, '', { select: 'value' })).toBe(text(2_000));
  });

  it('is still what the schema of a tool with output promises, and says that it is a part', async () => {
    await start();
    const reply = await call('items', { count: 20_000 });
    expect(reply.isError).toBeFalsy();
    expect(tokens(reply)).toBeLessThanOrEqual(12_000);
    const { value, instruction } = reply.structuredContent!;
    expect(value!.items.length).toBeGreaterThan(10);
    expect(instruction).toContain(handleOf(reply));
    const last = await call('read_result', { handle: handleOf(reply), select: 'value.items[19999].name' });
    expect(last.content[0]!.text).toBe('item 19999');
  });

  describe('of a value alone, without a Result around it', () => {
    const declared = (name: string, schema: Record<string, unknown>, value: unknown): ToolSource =>
      defineTool({
        name,
        description: 'Declared.',
        outputSchema: {
          type: 'object',
          additionalProperties: false,
          required: ['found'],
          properties: { found: schema as never },
        },
        run: () => ToolResult.json({ found: value }),
      });
    const words = Array.from({ length: 20_000 }, (_, index) => `word-${index}`);
    const map = Object.fromEntries(words.map((word, index) => [word, index]));
    const list = { type: 'array', items: { type: 'string', pattern: '^word-[0-9]+$' } };

    // The client of SDK 1 checks structured content against the schema of the list, and throws if it does not fit.
    it.each<[string, Record<string, unknown>, unknown, string]>([
      ['a list of texts with a pattern', list, words, 'found[19999]'],
      ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, map, 'found["word-19999"]'],
      ['a text', { type: 'string' }, words.join(' '), 'found'],
    ])('is a success that says it is a part: %s', async (_what, schema, value, select) => {
      await start([], declared('bare', schema, value));
      const reply = await call('bare');
      expect(reply.isError).toBeFalsy();
      expect(tokens(reply)).toBeLessThanOrEqual(12_000);
      const { found, read_on: note } = reply.structuredContent as { found?: object; read_on?: string };
      expect(note).toContain(`"handle":"${handleOf(reply)}"`);
      expect(JSON.stringify(found).length).toBeGreaterThan(1_000);
      expect((await call('read_result', { handle: handleOf(reply), select })).isError).toBeFalsy();
      expect(await readOn(reply, '')).toBe(JSON.stringify({ found: value }));
    });

    it('is what a class with output gives under `output: value`, too', async () => {
      await start(['--output', 'value']);
      const reply = await call('items', { count: 20_000 });
      expect(reply.isError).toBeFalsy();
      expect(reply.structuredContent).toMatchObject({ read_on: expect.stringContaining(handleOf(reply)) });
      expect((await call('items', { count: 2 })).structuredContent).toEqual({
        items: [{ name: 'item 0' }, { name: 'item 1' }],
      });
    });

    it.each([
      ['the Result', [], 'value.items[0].name'],
      ['the value', ['--output', 'value'], 'items[0].name'],
    ])('is described as it is kept where %s is sent', async (_, settings, path) => {
      await start(settings);
      const reply = await call('items', { count: 20_000 });
      const isEnvelope = path.startsWith('value');
      expect(noteOf(reply)).toMatch(
        isEnvelope ? /The whole: { success: true, value: / : /The whole: { items: /,
      );
      const part = await call('read_result', { handle: handleOf(reply), select: path });
      expect(part.content[0]!.text).toBe('item 0');
    });

    it('is marked as an error only where no shorter value is one, and then says that nothing failed', async () => {
      await start([], declared('exact', { ...list, minItems: 20_000 }, words));
      const reply = await call('exact');
      expect(reply.isError).toBe(true);
      expect(reply.content.at(-1)!.text).toContain('The tool did not fail');
      expect(reply.content.map((block) => block.text).join('')).toContain('"handle"');
      expect(tokens(reply)).toBeLessThanOrEqual(12_000);
    });
  });

  it('belongs to the connection that it was made for', async () => {
    await start();
    const handle = handleOf(await call('lines', { count: 20_000 }));
    const other = await connect(open.registry);
    const stolen = (await other.client.callTool({ name: 'read_result', arguments: { handle } })) as {
      isError?: boolean;
    };
    expect(stolen.isError).toBe(true);
    await other.close();
    expect((await call('read_result', { handle })).isError).toBeFalsy();
  });

  it('says how to ask for JSON that is not there, and where the end is', async () => {
    await start();
    const handle = handleOf(await call('guidance', { count: 2_000 }));
    const wrong = await call('read_result', { handle, select: 'valeu' });
    expect(wrong.content[0]!.text).toContain('it has success, value, instruction');
    const odd = await call('read_result', { handle, select: '..x' });
    expect(odd.content[0]!.text).toContain('write a path such as');
    const beyond = await call('read_result', { handle, offset: 10_000_000 });
    expect(beyond.content[0]!.text).toContain('past the end');
  });

  describe('of run', () => {
    const run = (command: string): Promise<Reply> => call('run', { command });
    const large = 'Array.from({ length: 20000 }, (_, i) => `line ${i}`).join("\\n")';
    const whole = Array.from({ length: 20_000 }, (_, index) => `line ${index}`).join('\n');

    it('O23 is kept like any other, and read by page, by line, by search, and whole inside run', async () => {
      await start([], [Lines], ['code']);
      const reply = await run(large);
      const handle = handleOf(reply);
      expect(await readOn(reply, reply.content[0]!.text!)).toBe(whole);
      const last = await run(`ot.result({ handle: '${handle}', start_line: 20000 })`);
      expect(last.content[0]!.text).toBe('line 19999');
      const found = await run(
        `(await ot.result({ handle: '${handle}', search: 'line 1234' })).split('\\n').length`,
      );
      expect(found.content[0]!.text).toBe('11');
      const length = await run(`(await ot.result('${handle}')).length`);
      expect(length.content[0]!.text).toBe(String(whole.length));
      expect(noteOf(await run("await ot.result('nothing')"))).toContain('There is no kept answer nothing');
    });

    it('never begets a handle of the same thing', async () => {
      await start([], [Lines], ['code']);
      const reply = await call('lines', { count: 20_000 });
      const handle = handleOf(reply);
      let read = reply.content[0]!.text!;
      const parts: string[] = [read];
      while (read) {
        const offset = parts.join('').length;
        const next = await run(`tools.read_result({ handle: '${handle}', offset: ${offset} })`);
        const cut = next.content.length > 1;
        if (cut) expect(noteOf(next)).toContain(`"handle":"${handle}","offset":`);
        parts.push(next.content[0]!.text!);
        read = cut ? next.content[0]!.text! : '';
      }
      expect(parts.join('')).toBe(text(20_000));
    });

    it('is described where it is JSON, so that a part can be selected', async () => {
      await start([], [Lines], ['code']);
      const reply = await run(
        '({ rows: Array.from({ length: 9000 }, (_, id) => ({ id, text: "some words" })) })',
      );
      expect(noteOf(reply)).toContain('The whole: { rows: [9000 items, each { id, text }] }');
      const part = await call('read_result', { handle: handleOf(reply), select: 'rows[8999].id' });
      expect(part.content[0]!.text).toBe('8999');
    });

    it('is not asked for where nothing is cut', async () => {
      await start(['--answers-budget', '0'], [Lines], ['code']);
      expect((await run(large)).content[0]!.text).toBe(whole);
      expect(noteOf(await run("await ot.result('x')"))).toContain('this server cuts none');
    });
  });

  it('is sent whole without a budget, and then no tool reads on', async () => {
    await start(['--answers-budget', '0'], [Lines]);
    const reply = await call('lines', { count: 20_000 });
    expect(reply.content[0]!.text).toBe(text(20_000));
    const { tools } = await connection.client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('read_result');
  });

  it('is whole for other tools, prompts and programs', async () => {
    await start();
    const outcome = await open.registry.call('lines', { count: 20_000 });
    expect(outcome.wire).toBeUndefined();
  });

  it('is lost, and says so, where it is larger than what may be kept', async () => {
    await start(['--answers-keep-bytes', '1000']);
    const reply = await call('lines', { count: 20_000 });
    expect(noteOf(reply)).toContain('too large to be kept and is lost');
    expect(tokens(reply)).toBeLessThanOrEqual(12_000);
  });

  it('needs the name of the tool that reads on, and says so to who has taken it', async () => {
    const taken = defineTool({ name: 'read_result', description: 'Mine.', run: () => 'mine' });
    const app = defineApp({ name: 'sizes', tools: [taken] });
    await expect(openApp(app, { env: {} })).rejects.toThrow(
      /has the name 'read_result', by which clients read on[^]*Rename it; or[^]*answers\.budget to 0/,
    );
    await start(['--answers-budget', '0'], taken);
    expect((await call('read_result')).content[0]!.text).toBe('mine');
  });

  it('is cut in a server made with createServer, too', async () => {
    await start();
    expect(createServer(open)).toBeDefined();
    expect(open.registry.listedOutput(open.registry.get('items')!)).toBeDefined();
    expect(open.registry.listedOutput(open.registry.get('read_result')!)).toBeUndefined();
  });
});
