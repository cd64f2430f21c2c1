import { messagePattern } from './message-pattern';
import { realCallsComment } from './real-calls-comment';
import { parseRecording } from './parse-recording';
import type { RecordedCall } from './record-calls';
import { whyUnrepeatable } from './why-unrepeatable';
import { writtenAnswers } from './written-answers';
import { writtenClients, type WrittenClients } from './written-clients';

/** How tests are written. */
export interface WrittenTests {
  /** The module whose default export is the app, as the test imports it: `../src/app.js`. */
  readonly app: string;
  /** The test runner; `node` is Node's own. */
  readonly runner?: 'jest' | 'vitest' | 'node';
  /**
   * Whether jest or vitest is set up to offer its functions and our matchers to every test, so that none is imported. Tests
   * that are compiled to CommonJS need it with vitest, which can't be required.
   */
  readonly globals?: boolean;
  /** What the tests are written in: TypeScript, or JavaScript as ES modules or CommonJS. */
  readonly language?: 'typescript' | 'module' | 'commonjs';
  /** The directory that the app is opened in, where paths in the calls are relative to it; that of the test run by default. */
  readonly cwd?: string;
  /**
   * A directory with what the app works with, such as `test/data`: the tests open the app in a temporary copy of it, so that they can be run
   * again and change nothing else.
   */
  readonly files?: string;
  /** Variables of the environment that the app is opened with, such as those of settings it requires. They stand in the test, so leave secrets out. */
  readonly env?: Readonly<Record<string, string>>;
}

// jest and vitest give a test 5 seconds; one of a call that took long gets several times as many as the call.
const PATIENCE = 5;

const FUNCTIONS = { jest: '@jest/globals', vitest: 'vitest' } as const;

/**
 * Writes the source of a test file that makes recorded calls again, in order, with the same answers of the user, and expects the same answers of
 * the tools. A call that can't be made again as it was, because of a secret, an id or the client's model, becomes a test that is skipped and says why.
 */
export function testsFrom(recording: string, written: WrittenTests): string {
  const { app, runner = 'jest', globals = false, language = 'typescript', cwd, files, env } = written;
  if (files !== undefined && cwd !== undefined)
    throw new Error(
      'testsFrom has both files and cwd: the tests open the app in a copy of files, so leave cwd out.',
    );
  const calls = parseRecording(recording);
  const made = calls.filter((call) => whyUnrepeatable(call)?.curable !== false);
  const place = Object.entries({ cwd, files }).flatMap(([option, directory]) =>
    directory === undefined ? [] : [`${option}: ${JSON.stringify(directory)}`],
  );
  const settings = env === undefined ? [] : [`env: ${JSON.stringify(env)}`];
  const clients = writtenClients(made, ["args: ['--prefix', '']", ...settings, ...place]);
  const typed = language === 'typescript';
  // vitest turns every test into a module, and can't be required.
  const requires = language === 'commonjs' && runner !== 'vitest';
  const imported = requires ? required : importedFrom;
  const names = [
    ...(runner === 'node' ? ['assertFailsWith', 'assertOk'] : []),
    'testClient',
    ...(typed && clients.answers ? ['type Reply'] : []),
    ...(typed ? ['type TestClient'] : []),
  ];
  const patterns = made.filter(isFailure).map((call) => expectedMessage(call).isPattern);
  const asserts = [
    ...(clients.answers || patterns.includes(false) ? ['equal'] : []),
    ...(patterns.includes(true) ? ['match'] : []),
  ];
  const [first, last] = runner === 'node' ? ['before', 'after'] : ['beforeAll', 'afterAll'];
  const matchers = `toolwright/testing/${runner}`;
  return [
    ...(place.length ? [] : realCallsComment(made)),
    ...(runner === 'node'
      ? [imported([last, first, 'test'], 'node:test')]
      : globals
        ? typed
          ? [`import type {} from '${matchers}';`]
          : []
        : [
            imported([last, first, 'expect', 'test'], FUNCTIONS[runner]),
            requires ? `require('${matchers}');` : `import '${matchers}';`,
          ]),
    ...(runner === 'node' && asserts.length ? [imported(asserts, 'node:assert/strict')] : []),
    imported(names, 'toolwright/testing'),
    ...(requires
      ? [`const loaded = require(${JSON.stringify(app)});`, '', 'const app = loaded.default ?? loaded;']
      : [`import app from ${JSON.stringify(app)};`, '']),
    ...clients.declared.map((line) => (typed ? line : line.replace(/^(let \w+): [\w[\]]+/, '$1'))),
    `${first}(async () => {`,
    ...clients.opened.map((line) => `  ${line}`),
    '});',
    `${last}(${clients.closed});`,
    ...calls.flatMap((call, index) => ['', ...testOf(call, index + 1, runner, clients)]),
    '',
  ].join('\n');
}

function importedFrom(names: readonly string[], module: string): string {
  return `import { ${names.join(', ')} } from '${module}';`;
}

function required(names: readonly string[], module: string): string {
  return `const { ${names.join(', ')} } = require('${module}');`;
}

function testOf(call: RecordedCall, number: number, runner: string, clients: WrittenClients): string[] {
  const { tool, args, background, asked = [], seconds } = call;
  const client = clients.of(call);
  const made = `await ${client}.call(${JSON.stringify(tool)}, ${JSON.stringify(args)})`;
  const title = `${number}. ${tool} ${isFailure(call) ? `fails with ${call.errorType ?? 'an error'}` : 'succeeds'}`;
  const unrepeatable = whyUnrepeatable(call);
  const comment = unrepeatable ? [`  // ${unrepeatable.reason}`] : [];
  if (unrepeatable?.curable === false)
    return [`test.skip(${JSON.stringify(title)}, () => {`, ...comment, '});'];
  return [
    `test${unrepeatable ? '.skip' : ''}(${JSON.stringify(title)}, async () => {`,
    ...comment,
    ...[
      ...writtenAnswers(asked),
      `const reply = ${background ? `await ${client}.resultOf(${made})` : made};`,
      ...expectations(call, runner),
      ...(asked.length ? [ALL_ASKED[runner === 'node' ? 'node' : 'others']] : []),
    ].map((line) => `  ${line}`),
    seconds === undefined || runner === 'node' ? '});' : `}, ${seconds * PATIENCE * 1_000});`,
  ];
}

// A question that is no longer asked, such as one for consent, is as much of a change as another answer.
const ALL_ASKED = { node: 'equal(answers.length, 0);', others: 'expect(answers).toEqual([]);' } as const;

function isFailure({ error }: RecordedCall): boolean {
  return error !== undefined;
}

// The message as code, and whether it is a pattern: directories in it are those of the machine that it was recorded on.
function expectedMessage({ error = '', args }: RecordedCall): { isPattern: boolean; code: string } {
  const pattern = messagePattern(error, args);
  return { isPattern: pattern !== undefined, code: pattern ? String(pattern) : JSON.stringify(error) };
}

function expectations(call: RecordedCall, runner: string): string[] {
  const [type, value] = [call.errorType, call.value].map((each) => JSON.stringify(each));
  const { isPattern, code } = expectedMessage(call);
  if (runner !== 'node')
    return isFailure(call)
      ? [
          `expect(reply).toFailWith(${type ?? ''});`,
          `expect(reply.error).${isPattern ? 'toMatch' : 'toBe'}(${code});`,
        ]
      : [`expect(reply).toBeOk(${value ?? ''});`];
  const further = (more: string | undefined): string => (more === undefined ? '' : `, ${more}`);
  if (!isFailure(call)) return [`assertOk(reply${further(value)});`];
  return [
    `assertFailsWith(reply${further(type)});`,
    isPattern ? `match(reply.error ?? '', ${code});` : `equal(reply.error, ${code});`,
  ];
}
