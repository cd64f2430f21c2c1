import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { consumerDirectory, link, project } from '../support/consumer';
import { needs } from '../support/needs';
import { toolchain } from '../support/toolchains';
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

// What a compiler says of each class: the text that says the cure, or its whole message.
function refusals(name: string, compiler: string, experimentalDecorators: boolean): Map<string, string> {
  const { text } = shapesProgram();
  const options = { module: 'nodenext', target: 'ES2022', strict: true, noEmit: true, types: ['node'] };
  const decorators = experimentalDecorators ? { experimentalDecorators, emitDecoratorMetadata: true } : {};
  const folder = project(consumer, name, {
    'shapes.ts': text,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...options, ...decorators } }),
  });
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const lines = text.split('\n');
  const found = new Map<string, string>();
  for (const [, line, message] of stdout.matchAll(
    /^shapes\.ts\((\d+),\d+\): error ([^]*?)(?=^\S|(?![^]))/gm,
  )) {
    const className = /^export class (\w+)/.exec(lines[Number(line) - 1]!)?.[1];
    if (className === undefined) throw new Error(`${name}: ${lines[Number(line) - 1]}\n${message}`);
    const cure = /parameter of type '"([^]*)"'/.exec(message!)?.[1] ?? message!;
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
      ({ topic, code }) => topic !== 'Beside class-validator' && !/\bget f\b|f\(\)|\bdeclare\b/.test(code),
    );
    expect(asFound(comparable, found)).toEqual(asExpected(comparable));
    const accessors = expected.filter(({ code }) => /\bget f\b|f\(\)/.test(code));
    for (const { className } of accessors)
      expect(found.get(className)).toContain('put the decorator on a field');
  },
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
});
