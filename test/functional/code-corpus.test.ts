import { defineTool, Result, ToolResult } from '../../src/index';
import { PROGRAMS } from '../fixtures/code/programs';
import { discover } from '../support/discovery';

const NAMES = [...'abcdefghijklmnopqrstuvwxyz'];
const ORDERS = Array.from({ length: 2_600 }, (_, id) => ({
  id,
  customer: NAMES[id % 26]!,
  amount: id + 1,
  at: '2026-01-01',
}));
const LOG = Array.from({ length: 5_000 }, (_, i) => `line ${i} ${'x'.repeat(40)}\n`).join('');
const PAGE = 100;
const PAGE_CHARACTERS = 65_536;

const integer = { type: 'integer' } as const;
const text = { type: 'string' } as const;

const orders = defineTool({
  name: 'orders',
  description: 'Lists orders, page by page.',
  inputSchema: { type: 'object', properties: { customer: text, limit: integer, after: integer } },
  run: ({ customer, limit, after }) => {
    const from = Number(after ?? 0);
    const all = ORDERS.filter((order) => customer === undefined || order.customer === customer);
    const page = all.slice(from, from + Math.min(Number(limit ?? PAGE), 1_000));
    const rest = all.length - from - page.length;
    const result = ToolResult.json(page);
    return rest > 0
      ? result.asPage({ missing: `${rest} more orders`, next: { after: from + page.length }, bound: 'limit' })
      : result;
  },
});
const log = defineTool({
  name: 'log',
  description: 'Returns the log, page by page.',
  inputSchema: { type: 'object', properties: { from: integer } },
  run: ({ from }) => {
    const start = Number(from ?? 0);
    const end = start + PAGE_CHARACTERS;
    const result = ToolResult.text(LOG.slice(start, end));
    return end < LOG.length ? result.asPage({ missing: 'more lines', next: { from: end } }) : result;
  },
});
const sections = defineTool({
  name: 'sections',
  description: 'Returns an object with a page inside.',
  inputSchema: { type: 'object', properties: { from: integer } },
  run: () => ToolResult.json({ sections: [1] }).asPage({ missing: '9 more sections', next: { from: 1 } }),
});
const scanned = defineTool({
  name: 'scanned',
  description: 'Lists scans, of which some on the first page can not be read.',
  inputSchema: { type: 'object', properties: { limit: integer, from: integer } },
  run: ({ from }) =>
    from === undefined
      ? Result.ok([1, 2], {
          page: { missing: 'more', next: { from: 2 }, bound: 'limit', skipped: '2 scans are not readable.' },
        })
      : Result.ok([3]),
});
const customers = defineTool({
  name: 'customers',
  description: 'Lists names of customers.',
  inputSchema: { type: 'object', properties: {} },
  run: () => NAMES,
});
const customer = defineTool({
  name: 'customer',
  description: 'Returns one customer.',
  inputSchema: { type: 'object', properties: { name: text }, required: ['name'] },
  run: ({ name }) => {
    if (String(name).startsWith('z')) throw new Error('no such customer');
    return { name, orders: 100 };
  },
});
let noted = 0;
const note = defineTool({
  name: 'note',
  description: 'Keeps a note.',
  inputSchema: { type: 'object', properties: { text } },
  run: () => ++noted,
});
const refund = defineTool({
  name: 'refund',
  description: 'Returns money.',
  inputSchema: { type: 'object', properties: { id: integer } },
  run: () => 'never',
});

let server: Awaited<ReturnType<typeof discover>>;
beforeAll(async () => {
  server = await discover([orders, log, sections, scanned, customers, customer, note, refund]);
  server.registry.disable('refund', 'closed for the year');
});
afterAll(() => server.close());

test.each(PROGRAMS.map((program) => [program.what, program] as const))(
  '%s',
  async (_what, { code, answer, error }) => {
    const { text: said, isError } = await server.run(code);
    expect({ isError, said }).toEqual({ isError: error !== undefined, said });
    if (error) expect(said).toMatch(error);
    else if (answer instanceof RegExp) expect(said).toMatch(answer);
    else expect(said).toBe(typeof answer === 'string' ? answer : JSON.stringify(answer));
  },
);

test('calls that nobody awaited, and those that followed from them, were all made', () => {
  expect(noted).toBe(4);
});

test('pages count as calls, so that a run cannot make more of them than it may', async () => {
  const strict = await discover([orders], { code: { limits: { calls: 10 } } });
  const { text: said, isError } = await strict.run('(await tools.orders()).length');
  expect(isError).toBe(true);
  expect(said).toMatch(/incomplete after 10 pages: 1600 more orders\. This run has made all its calls/);
  await strict.close();
});
