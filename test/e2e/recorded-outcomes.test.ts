import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { OUTSIDE_CAUSES, type OutsideCause } from '../../src/testing/outside-cause';
import { temporaryDirectory } from '../support/temporary-directory';

// Calls that end in every way there is, recorded with the built package, and the tests that are written from them.
const folder = temporaryDirectory('tw-recorded-outcomes');

function node(args: readonly string[], more: Record<string, string> = {}) {
  const { NODE_TEST_CONTEXT: _, RECORDING: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, ...more },
  });
  return { status, stdout, output: `${stdout}${stderr}` };
}

/** The test files by the kind of outcome; null where nothing was recorded. */
let written: Record<string, string | null>;

beforeAll(() => {
  cpSync(join(__dirname, '..', 'fixtures', 'recorded-outcomes'), folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  mkdirSync(join(folder, 'inner'));
  symlinkSync(join(__dirname, '..', '..'), join(folder, 'node_modules', 'toolwright'), 'dir');
  const recorded = node(['record.mjs'], { RECORDING: '1' });
  expect(recorded).toMatchObject({ status: 0 });
  written = JSON.parse(recorded.stdout) as typeof written;
});

// Of each call in turn: whether its test is run, or why it is skipped.
const RUN = 'run';
const skipped: Readonly<Record<OutsideCause | 'operation' | 'model', RegExp>> = {
  cancelled: /the call was cancelled/,
  timed_out: /longer than its time limit/,
  crowded: /there was no room/,
  keyed: /its idempotency key/,
  narrowed: /narrowed by its grants or its roots/,
  cut: /larger than its budget/,
  operation: /the ids and times of operations/,
  model: /the client's model was asked/,
};

const EXPECTED: Readonly<Record<string, readonly (typeof RUN | keyof typeof skipped)[] | 'nothing'>> = {
  success: [RUN],
  failure: [RUN],
  thrown: [RUN],
  'wrong arguments': [RUN],
  "a failure that the author named 'cancelled'": [RUN],
  'timed out': ['timed_out'],
  'timed out in the background': ['timed_out'],
  'cancelled by the client': ['cancelled'],
  'cancelled by the client, with something to return': ['cancelled'],
  'cancelled by the client, modern': ['cancelled'],
  'cancelled in the background': ['cancelled', 'operation'],
  'cancelled in the background, with something to return': ['cancelled', 'operation'],
  'cancelled as a task': ['cancelled'],
  'ended with the server': ['cancelled', 'cancelled'],
  'background, at once': [RUN],
  'background, looked at and awaited': [RUN, 'operation', 'operation', 'operation', 'operation'],
  'consent given': [RUN],
  'consent denied': [RUN],
  'consent that nobody can be asked for': [RUN],
  'consent that nobody can be asked for, modern': [RUN],
  'a question that was declined': [RUN],
  'a question that was declined, modern': [RUN],
  'a question in the background': [RUN],
  'input that was required and not given': 'nothing',
  'a client without what the call needs': [RUN],
  'a client without what the call needs, modern': [RUN],
  'a model that answers': ['model'],
  'no model to answer': [RUN],
  'no room for another operation': ['crowded', 'cancelled'],
  'a key that was used for another call': [RUN, 'keyed'],
  'an answer that was cut to its budget': ['cut'],
  'the same in the background': ['cut'],
  'denied by the policy': [RUN],
  'denied by a grant': ['narrowed', 'narrowed'],
  'found by less than all roots': ['narrowed'],
  'cut by a grant': ['cut', RUN],
};

test('each recorded call becomes a test that is run, or one that is skipped and says why', () => {
  expect(Object.keys(written)).toEqual(Object.keys(EXPECTED));
  for (const [kind, file] of Object.entries(written)) {
    const source = file === null ? '' : readFileSync(join(folder, file), 'utf8');
    const tests = source.split(/^test(?=[.(])/m).slice(1);
    const found = tests.map((each) => {
      if (!each.startsWith('.skip')) return RUN;
      return Object.entries(skipped).find(([, reason]) => reason.test(each))?.[0] ?? each;
    });
    expect([kind, found.length ? found : 'nothing']).toEqual([kind, EXPECTED[kind]]);
  }
});

test('those that are run pass', () => {
  const files = Object.values(written).filter((file) => file !== null);
  const { status, output } = node(['--test', '--test-reporter=tap', ...files]);
  expect({ status, failed: output.match(/^ *not ok .*/gm) ?? [] }).toEqual({ status: 0, failed: [] });
});

test('there is a call for each cause that lies outside of a tool and its arguments', () => {
  const met = new Set(Object.values(EXPECTED).flat());
  expect(OUTSIDE_CAUSES.filter((cause) => !met.has(cause))).toEqual([]);
});
