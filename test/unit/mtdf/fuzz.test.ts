import fc from 'fast-check';
import { FORMAT } from '../../../src/mtdf/definition-fields';
import { leafSchema } from '../../../src/mtdf/leaf-schema';
import { leavesOf } from '../../../src/mtdf/leaves';
import { parseJsonTree, nodeValue } from '../../../src/mtdf/definition-tree';
import { validateDefinition } from '../../../src/mtdf/validate-definition';
import { rounds } from '../../support/rounds';

const known = [...new Set(Object.values(FORMAT).flatMap((fields) => Object.keys(fields)))];
const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...known) },
  { weight: 1, arbitrary: fc.string() },
);
const leaf = fc.oneof(
  fc.constantFrom('boolean', 'string', 'array', 'path', 'default', 'sequence', 'run_all', ''),
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    leaf,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 8 }),
  ),
}));
const definition = fc
  .tuple(fc.dictionary(key, tree, { maxKeys: 6 }), fc.boolean())
  .map(([some, complete]) => (complete ? { name: 'x', description: 'd', command: 'c', ...some } : some));

test('the JSON reader agrees with JSON.parse on everything, well-formed or not', () => {
  const mangled = fc
    .tuple(fc.json(), fc.nat(40), fc.constantFrom('', ',', '}', '"', '\n', '\\', '0', 'e'))
    .map(([text, at, put]) => {
      return at < text.length ? text.slice(0, at) + put + text.slice(at + 1) : text;
    });
  const verdict = (parse: () => unknown): unknown => {
    try {
      return { value: parse() };
    } catch {
      return 'malformed';
    }
  };
  fc.assert(
    fc.property(fc.oneof(fc.json(), mangled), (text) => {
      expect(verdict(() => nodeValue(parseJsonTree(text)))).toEqual(verdict(() => JSON.parse(text)));
    }),
    { numRuns: rounds(800, 20_000) },
  );
});

test('no file makes the validator throw, every problem has a place, and what passes has leaves with schemas', () => {
  fc.assert(
    fc.property(definition, fc.boolean(), (value, strict) => {
      const text = JSON.stringify(value, null, 2);
      const judged = validateDefinition(text, 'f.json', { strict });
      const lines = text.split('\n').length;
      for (const problem of judged.problems) {
        expect(problem.line).toBeGreaterThanOrEqual(1);
        expect(problem.line).toBeLessThanOrEqual(lines);
      }
      const errors = judged.problems.filter((problem) => problem.severity === 'error');
      expect(judged.definition === undefined).toBe(errors.length > 0);
      if (judged.definition)
        for (const one of leavesOf(judged.definition)) expect(leafSchema(one).type).toBe('object');
    }),
    { numRuns: rounds(800, 20_000) },
  );
});
