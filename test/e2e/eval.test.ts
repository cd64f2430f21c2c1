import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvalReport } from '../../src/eval';
import { EvalModel, type AskedModel, type ModelDeed } from '../support/eval-model';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const KEY = 'sk-test-0123456789"abcdef/+';
const folder = temporaryDirectory('tw-eval');
mkdirSync(join(folder, 'node_modules'));
symlinkSync(join(__dirname, '..', '..'), join(folder, 'node_modules', 'toolwright'), 'dir');
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return name;
};
file(
  'app.cjs',
  `const { defineApp, defineTool } = require('toolwright');
  const tool = (name, description) => defineTool({
    name, description,
    inputSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string', description: 'Name of the note' } } },
    run: (args) => { require('fs').appendFileSync('ran.txt', name + ' ' + args.name + '\\n'); return name + ' did ' + args.name; },
  });
  module.exports = defineApp({
    name: 'notes', instructions: 'Keep notes short.',
    tools: [tool('add_note', 'Add a note.'), tool('delete_note', 'Remove a note.')],
  });`,
);
const TASKS = file(
  'tasks.yaml',
  `system: Answer in English.
tasks:
  - { id: add, ask: Note down milk, expect: add_note, arguments: { name: milk } }
  - { id: tea, ask: Note down tea, expect: add_note, arguments: { name: tea } }
  - { id: broken, ask: Note down broken, expect: add_note }
  - { id: empty, ask: Note down nothing, expect: add_note }
  - { id: remove, ask: Get rid of milk, expect: delete_note }
  - { id: weather, ask: How is the weather?, expect: none, forbid: [delete_note] }
  - { id: refused, ask: Do something bad, expect: add_note }
`,
);
const ONE = file('one.yaml', 'tasks:\n  - { id: add, ask: Note down milk, expect: add_note }\n');

const DEEDS: Readonly<Record<string, ModelDeed>> = {
  'Note down milk': { calls: [['add_note', { name: 'milk' }]] },
  'Note down tea': { calls: [['add_note', { name: 'coffee' }]] },
  'Note down broken': { calls: [['add_note', '{"name": ']] },
  'Note down nothing': { says: 'What should I note?' },
  'Get rid of milk': { calls: [['add_note', { name: 'milk' }]] },
  'How is the weather?': { says: 'I can’t tell.' },
  'Do something bad': { refuses: true },
};

let model: EvalModel;
beforeEach(async () => {
  model = await EvalModel.start();
  model.deed = ({ ask }) => DEEDS[ask]!;
});
afterEach(() => model.stop());

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const run = (...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      OPENAI_API_KEY: KEY,
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: model.url,
    };
    const child = spawn(process.execPath, [COMMAND, 'eval', ...args], { cwd: folder, env });
    let [out, err] = ['', ''];
    child.stdout.on('data', (piece) => (out += String(piece)));
    child.stderr.on('data', (piece) => (err += String(piece)));
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin.end();
  });
const APP = ['--app', 'app.cjs'];
const openai = (): string[] => ['--model', 'gpt-x', '--base-url', `${model.url}/v1`, ...APP];
const anthropic = (): string[] => ['--model', 'claude-x', ...APP];
const reported = async (...args: string[]): Promise<EvalReport> =>
  JSON.parse((await run(...args, '--json')).out) as EvalReport;
const everything = (directory: string): string =>
  readdirSync(join(folder, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

test.each([
  ['openai', openai],
  ['anthropic', anthropic],
])('a model behind the API of %s is asked every task, and judged', async (name, options) => {
  const { code, out, err } = await run(TASKS, '--runs', '2', '--json', ...options());
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { candidates, ...report } = JSON.parse(out) as EvalReport;
  expect(report).toMatchObject({ api: name, runs: 2, failed: 0, skipped: 0 });
  const [notes] = candidates;
  expect(notes!.tasks.map(({ id, verdicts }) => [id, verdicts])).toEqual([
    ['add', { right: 2 }],
    ['tea', { wrong_arguments: 2 }],
    ['broken', { malformed: 2 }],
    ['empty', { no_call: 2 }],
    ['remove', { wrong_tool: 2 }],
    ['weather', { right: 2 }],
    ['refused', { refused: 2 }],
  ]);
  expect(notes!.rate).toEqual({ right: 4, of: 14, rate: 0.2857, low: 0.1172, high: 0.5465 });
  expect(notes!.confusions).toEqual([
    { expected: 'add_note', picked: '(no tool)', times: 2 },
    { expected: 'delete_note', picked: 'add_note', times: 2 },
  ]);
  expect(notes!.usage).toEqual({ input: 1400, output: 140 });
  expect(model.asked).toHaveLength(14);
  const [{ headers, system, tools, body }] = model.asked as [AskedModel];
  expect(headers[name === 'openai' ? 'authorization' : 'x-api-key']).toContain(KEY);
  expect(system).toMatch(/^Keep notes short\.[^]*\n\nAnswer in English\.$/);
  expect(tools).toEqual(expect.arrayContaining(['add_note', 'delete_note']));
  expect(body['temperature']).toBeUndefined();
});

test('what was said is kept without the key, and makes the same report again, to the byte and without network', async () => {
  model.deed = ({ ask }) =>
    ask === 'Note down tea' ? { status: 401, body: { error: { message: `bad key ${KEY}` } } } : DEEDS[ask]!;
  const live = await run(
    TASKS,
    '--runs',
    '2',
    '--save',
    'kept',
    '--json',
    '--price-in',
    '3',
    '--price-out',
    '15',
    ...openai(),
  );
  expect(live.code).toBe(1);
  expect((JSON.parse(live.out) as EvalReport).failed).toBe(2);
  expect(live.out).toContain('HTTP 401: bad key [api_key]');
  await model.stop();
  const again = await run('--replay', 'kept', '--json');
  expect(again).toEqual(live);
  expect((await run('--replay', 'kept')).out).toMatch(
    /✗ remove +0\/2[^]*delete_note {2}-> {2}add_note {2}2×[^]*\$0\.0054[^]*2 runs failed/,
  );
  for (const form of [KEY, JSON.stringify(KEY).slice(1, -1), '0123456789'])
    expect(everything('kept') + live.out + live.err).not.toContain(form);
  expect((await run(TASKS, '--save', 'kept', ...openai())).err).toMatch(/kept holds an evaluation already/);
  model = await EvalModel.start();
});

test('a server that asks for patience is asked again, one that goes on failing is given up', async () => {
  const wait = { 'retry-after': '0' };
  model.deed = ({ before }) =>
    before === 0
      ? { status: 429, headers: wait }
      : before === 1
        ? { status: 500, headers: wait }
        : DEEDS['Note down milk']!;
  const fine = await reported(ONE, '--runs', '1', ...openai());
  expect(fine).toMatchObject({ failed: 0, candidates: [{ rate: { right: 1, of: 1 } }] });
  expect(model.asked).toHaveLength(3);
  model.asked.length = 0;
  model.deed = () => ({ status: 503, headers: wait, body: `<html>${KEY}</html>` });
  const { code, out } = await run(ONE, '--runs', '1', '--retries', '2', ...openai());
  expect(code).toBe(1);
  expect(out).toMatch(
    /\? add +0\/0[^]*HTTP 503: <html>\[api_key\]<\/html> \(after 3 attempts\)[^]*1 run failed and counts for nothing/,
  );
  expect(model.asked).toHaveLength(3);
});

test('a model that does not answer in time, or not as its API does, fails the run', async () => {
  model.deed = () => 'never';
  const slow = await reported(ONE, '--runs', '1', '--request-timeout', '1', ...openai());
  expect(slow.candidates[0]!.tasks[0]!.reasons).toEqual(['no answer within 1 seconds']);
  model.deed = () => ({ status: 200, body: 'no JSON' });
  const odd = await reported(ONE, '--runs', '1', ...openai());
  expect(odd.candidates[0]!.tasks[0]!.reasons).toEqual(['the answer is none of this API']);
  model.deed = () => ({ status: 307, headers: { location: `${model.url}/elsewhere` } });
  expect((await reported(ONE, '--runs', '1', ...openai())).candidates[0]!.tasks[0]!.reasons).toEqual([
    'HTTP 307: stub',
  ]);
});

test('newer models are told the limit of an answer by its other name', async () => {
  model.deed = ({ body, ask }) =>
    'max_tokens' in body
      ? { status: 400, body: { error: { message: "Use 'max_completion_tokens' instead of 'max_tokens'" } } }
      : DEEDS[ask]!;
  expect(
    (await reported(ONE, '--runs', '2', '--concurrency', '1', ...openai())).candidates[0]!.rate.right,
  ).toBe(2);
  expect(model.asked.map(({ body }) => body['max_completion_tokens'])).toEqual([undefined, 1024, 1024]);
});

test('a limit of tokens or of money is never exceeded, and what was left out is said', async () => {
  model.usage = { input: 2_000, output: 100 };
  const limited = await run(ONE, '--runs', '20', '--token-limit', '9000', '--save', 'limited', ...openai());
  expect(limited.code).toBe(1);
  expect(limited.out).toMatch(/Stopped: the limit was reached: \d+ of 20 runs were not made\./);
  expect(model.asked.length).toBeGreaterThan(0);
  expect(model.asked.length * 2_100).toBeLessThanOrEqual(9_000);
  expect((await run('--replay', 'limited')).out).toBe(limited.out);
  model.asked.length = 0;
  const price = ['--price-in', '10', '--price-out', '100'];
  const costly = await reported(ONE, '--runs', '20', '--cost-limit', '0.2', ...price, ...openai());
  expect(costly.stopped).toBeDefined();
  expect(costly.candidates[0]!.cost).toBeLessThanOrEqual(0.2);
  expect(model.asked.length).toBeGreaterThan(0);
  model.asked.length = 0;
  expect((await reported(ONE, '--token-limit', '10', ...openai())).skipped).toBe(3);
  expect(model.asked).toHaveLength(0);
});

test('no more runs than asked for go on at once', async () => {
  await reported(TASKS, '--runs', '4', '--concurrency', '2', ...openai());
  expect(model.asked).toHaveLength(28);
  expect(model.mostOpen).toBeLessThanOrEqual(2);
});

test('other texts for the same tools are compared with the ones that are there', async () => {
  model.deed = ({ body }) => {
    const isClear = JSON.stringify(body['tools']).includes('Keep something in mind');
    return { calls: [[isClear ? 'add_note' : 'delete_note', { name: 'milk' }]] };
  };
  const texts = file(
    'texts.yaml',
    'add_note: { description: Keep something in mind., arguments: { name: A title } }\n',
  );
  const report = await reported(ONE, '--runs', '6', '--reword', texts, ...openai());
  expect(report.candidates.map(({ label, rate }) => [label, rate.right])).toEqual([
    ['notes', 0],
    ['texts.yaml', 6],
  ]);
  expect(report.comparison).toMatchObject({ difference: 1, verdict: 'better', tasks: [{ id: 'add' }] });
  // Both are asked at the same time, so either may be the last.
  const asked = model.asked.filter(({ body }) => JSON.stringify(body['tools']).includes('A title'));
  expect(asked).toHaveLength(model.asked.length / 2);
  const { out } = await run(ONE, '--runs', '6', '--reword', texts, ...openai());
  expect(out).toMatch(
    /Compared: texts\.yaml is better than notes \(\+100 points, between \+\d+ points and \+\d+ points\)/,
  );
  expect((await run(ONE, '--reword', file('no.yaml', 'ad_note: x'), ...APP)).err).toMatch(
    /no\.yaml: 'ad_note' is no tool of notes; did you mean add_note\?/,
  );
});

test('a list of tools in a file is compared too, and another app', async () => {
  const list = file(
    'list.json',
    JSON.stringify({
      tools: [{ name: 'add_note', description: 'Note.', inputSchema: { type: 'object', properties: {} } }],
    }),
  );
  const report = await reported(ONE, '--runs', '1', '--against', list, ...openai());
  expect(report.candidates.map(({ label, tools }) => [label, tools])).toEqual([
    ['notes', 3],
    ['list.json', 1],
  ]);
  expect(report.comparison).toMatchObject({ verdict: 'unclear' });
  expect((await reported(ONE, '--runs', '1', '--against', 'app.cjs', ...openai())).candidates).toHaveLength(
    2,
  );
  expect((await run(ONE, '--against', file('bad.json', '{}'), ...APP)).err).toMatch(
    /bad\.json has no list of tools/,
  );
});

test('a snapshot of an earlier version is compared: its tools, its texts and its instructions', async () => {
  const { stdout } = spawnSync(process.execPath, [COMMAND, 'snapshot', '--out', '-', ...APP], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
  });
  const snapshot = JSON.parse(stdout) as {
    instructions: string;
    tools: { name: string; description: string }[];
  };
  for (const tool of snapshot.tools) if (tool.name === 'add_note') tool.description = 'Write something down.';
  snapshot.instructions = 'Keep notes very short.';
  const earlier = file('earlier.json', JSON.stringify(snapshot));
  // Only the present text is understood.
  model.deed = ({ body }) =>
    JSON.stringify(body).includes('Add a note.')
      ? { calls: [['add_note', { name: 'milk' }]] }
      : { says: 'What?' };
  const report = await reported(ONE, '--runs', '12', '--against', earlier, ...openai());
  expect(report.candidates.map(({ label, tools, rate }) => [label, tools, rate.right, rate.of])).toEqual([
    ['notes', 3, 12, 12],
    ['earlier.json', 3, 0, 12],
  ]);
  expect(report.comparison).toMatchObject({ verdict: 'worse' });
  expect(model.asked.filter(({ system }) => system.includes('Keep notes very short.'))).toHaveLength(12);
  // Without a model both are searched, in one report.
  const plain = await run(ONE, '--against', earlier, ...APP);
  expect(plain.out).toContain('earlier.json');
});

test('tools are run only if asked for, and the model goes on with what they returned', async () => {
  model.deed = ({ after }) =>
    after.length === 0
      ? { calls: [['delete_note', { name: 'old' }]] }
      : after.length === 2
        ? { calls: [['add_note', { name: 'milk' }]] }
        : { says: 'Done.' };
  const first = await reported(ONE, '--runs', '1', ...openai());
  expect(first.candidates[0]!.tasks[0]!.verdicts).toEqual({ wrong_tool: 1 });
  expect(readdirSync(folder)).not.toContain('ran.txt');
  const live = await run(ONE, '--runs', '1', '--run-tools', '--save', 'ran', '--json', ...openai());
  expect((JSON.parse(live.out) as EvalReport).candidates[0]!.tasks[0]!.verdicts).toEqual({ right: 1 });
  expect(readFileSync(join(folder, 'ran.txt'), 'utf8')).toBe('delete_note old\nadd_note milk\n');
  expect(JSON.stringify(model.asked.at(-1)!.after)).toContain('add_note did milk');
  expect((await run('--replay', 'ran', '--json')).out).toBe(live.out);
  expect(readFileSync(join(folder, 'ran.txt'), 'utf8')).toBe('delete_note old\nadd_note milk\n');
});

test('a share that is too small fails the command, with a model and without', async () => {
  expect(await run(TASKS, '--runs', '1', '--min', '0.9', ...openai())).toMatchObject({
    code: 1,
    err: 'toolwright eval: 0.2857 is right, less than 0.9\n',
  });
  const words = file(
    'words.yaml',
    'tasks: [{ ask: Add milk, expect: add_note }, { ask: Get rid of milk, expect: delete_note }]',
  );
  const offline = await run(words, '--min', '0.5', ...APP);
  expect(offline.code).toBe(0);
  expect(offline.out).toMatch(
    /found first +50 %, 1 of 2[^]*among the first 3[^]*✓ add-milk +add_note\n✗ get-rid-of-milk {2}delete_note not found\n[^]*To ask a model, add --model NAME\./,
  );
  expect((await run(words, '--min', '0.6', ...APP)).code).toBe(1);
  expect(offline.out).toMatch(/what lint says of the texts: 2 of 3 tools clean[^]*tool add_note: /);
  const reworded = file(
    'clear.yaml',
    'add_note: Keep something that the user wants to remember, under a title.',
  );
  const { lint } = JSON.parse((await run(words, '--reword', reworded, '--json', ...APP)).out) as {
    lint: { label: string; clean: number; of: number }[];
  };
  expect(lint.map(({ label, clean, of }) => [label, clean, of])).toEqual([
    ['notes', 2, 3],
    ['clear.yaml', 3, 3],
  ]);
  expect(model.asked).toHaveLength(7);
});
