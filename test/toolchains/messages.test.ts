import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { consumerDirectory, link, project } from '../support/consumer';
import { needs } from '../support/needs';
import { toolchain } from '../support/toolchains';
import { curesIn, expectedCures, RIGHT_RUN, WRONG_RUN } from '../types/expected-cures';
import { compileShapes, shapesProgram, type CompiledShape } from '../types/compiled-shapes';

const root = join(__dirname, '..', '..');
const TIME = 300_000;
let consumer: string;
let expected: CompiledShape[];
beforeAll(() => {
  consumer = consumerDirectory();
  link(consumer, '@types/node', join(root, 'node_modules/@types/node'));
  expected = compileShapes().shapes;
}, TIME);

interface Refusal {
  readonly line: number;
  readonly message: string;
}

// What a compiler says of the lines of a program.
function saidOf(name: string, text: string, compiler: string, experimentalDecorators: boolean): Refusal[] {
  const options = { module: 'nodenext', target: 'ES2022', strict: true, noEmit: true, types: ['node'] };
  const decorators = experimentalDecorators ? { experimentalDecorators, emitDecoratorMetadata: true } : {};
  const folder = project(consumer, name, {
    'program.ts': text,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...options, ...decorators } }),
  });
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const found = stdout.matchAll(/^program\.ts\((\d+),\d+\): error ([^]*?)(?=^\S|(?![^]))/gm);
  return [...found].map(([, line, message]) => ({ line: Number(line), message: message! }));
}

// The text that says the cure of each class, or the whole message.
function refusals(name: string, compiler: string, experimentalDecorators: boolean): Map<string, string> {
  const { text } = shapesProgram();
  const lines = text.split('\n');
  const found = new Map<string, string>();
  for (const { line, message } of saidOf(name, text, compiler, experimentalDecorators)) {
    const className = /^export class (\w+)/.exec(lines[line - 1]!)?.[1];
    if (className === undefined) throw new Error(`${name}: ${lines[line - 1]}\n${message}`);
    const cure = /parameter of type '"([^]*)"'/.exec(message)?.[1] ?? message;
    if (!found.has(className)) found.set(className, cure);
  }
  return found;
}

const isGeneric = ({ code }: CompiledShape): boolean => code.startsWith('class _<T>');

// Where a type parameter is refused, or a union is shown in another order, only the refusal itself is compared.
const told = (shape: CompiledShape, refusal: string): string =>
  isGeneric(shape) || refusal.includes('" | "') ? 'refused' : refusal;

const asExpected = (shapes: readonly CompiledShape[]): Record<string, string> =>
  Object.fromEntries(shapes.map((shape) => [shape.code, shape.refusal && told(shape, shape.refusal)]));

const asFound = (shapes: readonly CompiledShape[], found: Map<string, string>): Record<string, string> =>
  Object.fromEntries(
    shapes.map((shape) => [
      shape.code,
      told(
        shape,
        shape.refusal && shape.refusal.includes('" | "') && found.has(shape.className)
          ? shape.refusal
          : (found.get(shape.className) ?? ''),
      ),
    ]),
  );

test(
  'standard decorators are refused with the same texts',
  () => {
    const found = refusals('standard', join(root, 'node_modules/typescript/bin/tsc'), false);
    // class-validator's own decorators are TypeScript's kind only, as are those of a `declare` field; a getter is told in
    // other words.
    const comparable = expected.filter(
      ({ topic, code }) => topic !== 'Beside class-validator' && !/\b[gs]et f\b|f\(\)|\bdeclare\b/.test(code),
    );
    expect(asFound(comparable, found)).toEqual(asExpected(comparable));
    const accessors = expected.filter(({ code }) => /\b[gs]et f\b|f\(\)/.test(code));
    for (const { className } of accessors)
      expect(found.get(className)).toContain('put the decorator on a field');
  },
  TIME,
);

// What run, render and read take and return, as an author would import the decorators.
function judgesMethods(name: string, compiler: string, experimentalDecorators: boolean): void {
  const [right, wrong] = [RIGHT_RUN, WRONG_RUN].map((text) => text.replace('../../src/index', 'toolwright'));
  expect(saidOf(`${name} right`, right!, compiler, experimentalDecorators)).toEqual([]);
  const said = saidOf(`${name} wrong`, wrong!, compiler, experimentalDecorators);
  expect(curesIn(said)).toEqual(expectedCures());
}

test(
  'standard decorators judge methods by the same texts',
  () => judgesMethods('standard methods', join(root, 'node_modules/typescript/bin/tsc'), false),
  TIME,
);

const { describe: withToolchains } = needs('toolchains');

withToolchains('with what npm has', () => {
  test.each(['typescript-5.4', 'typescript-7'] as const)(
    '%s gives the same texts',
    (name) => {
      const found = refusals(name, toolchain(name, 'bin/tsc'), true);
      expect(asFound(expected, found)).toEqual(asExpected(expected));
    },
    TIME,
  );

  test.each(['typescript-5.4', 'typescript-7'] as const)(
    '%s judges tools, prompt arguments and resource variables by the same texts',
    (name) => judgesMethods(`${name} methods`, toolchain(name, 'bin/tsc'), true),
    TIME,
  );
});
