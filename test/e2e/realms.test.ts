import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import * as toolwright from '../../src/index';
import * as testing from '../../src/testing/index';

interface Answer {
  readonly wire: { readonly content: readonly { readonly text?: string }[] };
  readonly places: readonly string[];
}

type Answers = Readonly<Record<string, Answer>>;

const folder = join(__dirname, '..', 'fixtures', 'realms');
const { answers } = jest.requireActual<{
  answers(library: typeof toolwright, helpers: typeof testing): Promise<Answers>;
}>(join(folder, 'tools.cjs'));

let served: Answers;
let tested: Answers;
beforeAll(async () => {
  served = JSON.parse(
    execFileSync(process.execPath, [join(folder, 'print.cjs')], { encoding: 'utf8', stdio: 'pipe' }),
  ) as Answers;
  tested = JSON.parse(JSON.stringify(await answers(toolwright, testing))) as Answers;
});

test('a tool answers in a test under jest as it does in the server, whatever realm its values are of', () => {
  expect(tested).toEqual(served);
});

const saidBy = (tool: string): string => served[tool]!.wire.content[0]!.text!;

test.each([
  ['throw_elsewhere', '"exception_type":"RangeError","exception_message":"too far"'],
  ['throw_aggregate', '"exception_type":"AggregateError"'],
  ['throw_abort', '"exception_type":"AbortError"'],
  ['throw_bare', '"exception_message":"[object Object]"'],
  ['return_fs_error', '"exception_message":"ENOENT: no such file'],
  ['return_fs_error_inside', 'value.error is an Error'],
  ['return_map_elsewhere', 'is a Map: return Object.fromEntries() of it'],
  ['return_set_with_fields', 'is a Set: return an array of its items'],
  ['return_shared_buffer', 'is binary data'],
  ['return_promise_inside', 'value.later is a promise: await it'],
  ['return_file', 'Buy milk'],
])('%s is answered with what helps: %s', (tool, said) => {
  expect(saidBy(tool)).toContain(said);
});

test('where an error of Node or of another context was thrown is known, and who called is left out', () => {
  expect(tested['throw_fs_error']!.places).toEqual([expect.stringMatching(/^tools\.cjs:/)]);
  expect(tested['throw_elsewhere']!.places.at(-1)).toMatch(/^tools\.cjs:/);
  expect(tested['return_map']!.places).toEqual([]);
});
