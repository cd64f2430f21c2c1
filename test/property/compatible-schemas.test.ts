import Ajv2020 from 'ajv/dist/2020';
import fc from 'fast-check';
import { findNarrowings } from '../../src/contract/find-narrowings';
import { near, toolSchemas } from '../support/json-schemas';
import { rounds } from '../support/rounds';

type Rules = Record<string, unknown>;

// The judge: another implementation of JSON Schema. Without `ownProperties` it takes `constructor` for a member of `{}`.
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  logger: false,
  validateSchema: false,
  ownProperties: true,
});

// For some rare schemas the code that Ajv makes throws, as it uses a name that it has not declared, or a property of nothing: it has no verdict then.
const AJVS_OWN = ['ReferenceError', 'TypeError'];
type Verdict = boolean | 'none';

function validatorOf(schema: Rules): ((value: unknown) => Verdict) | undefined {
  try {
    const validate = ajv.compile(schema);
    return (value) => {
      try {
        return validate(value) === true;
      } catch (error) {
        if (!AJVS_OWN.includes((error as Error).name)) throw error;
        return 'none';
      }
    };
  } catch {
    return undefined;
  }
}

interface Edit {
  readonly where: number;
  readonly keyword: number;
  readonly from: number;
  readonly kind: 'drop' | 'take' | 'shift';
}

const edits = fc.array(
  fc.record({
    where: fc.nat(1000),
    keyword: fc.nat(1000),
    from: fc.nat(1000),
    kind: fc.constantFrom('drop', 'take', 'shift'),
  }) as fc.Arbitrary<Edit>,
  { minLength: 1, maxLength: 3 },
);

/** A schema next to another: keywords dropped, taken from elsewhere, and numbers moved, anywhere in it. */
function changed(schema: Rules, other: Rules, changes: readonly Edit[]): Rules {
  const copy = cloned(schema);
  for (const { where, keyword, from, kind } of changes) {
    const places = objectsIn(copy);
    const place = places[where % places.length]!;
    const keys = Object.keys(place);
    const key = keys[keyword % Math.max(1, keys.length)];
    if (kind === 'take') {
      const donors = objectsIn(other);
      const donor = donors[from % donors.length]!;
      const taken = Object.keys(donor)[keyword % Math.max(1, Object.keys(donor).length)];
      if (taken !== undefined) place[taken] = cloned(donor[taken]);
    } else if (key === undefined) continue;
    else if (kind === 'drop') delete place[key];
    else if (typeof place[key] === 'number') place[key] = Math.max(0, place[key] + (from % 3) - 1);
  }
  return copy;
}

// Not structuredClone, whose objects have constructors of another realm here, which Ajv compares.
function cloned<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function objectsIn(value: unknown): Rules[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Rules, ...Object.values(value).flatMap(objectsIn)];
}

const OPTIONS = { removals: true, declaredOnly: false };

test.each([
  ['of tools', false],
  ['with every keyword', true],
])('compatible means that no value that was valid is refused: schemas %s', (_, strange) => {
  let compatible = 0;
  let valid = 0;
  fc.assert(
    fc.property(
      toolSchemas(strange),
      toolSchemas(strange),
      edits,
      fc.nat(2 ** 31 - 1),
      (old, other, changes, seed) => {
        const next = changed(old, other, changes);
        if (findNarrowings(old, next, OPTIONS).length) return;
        const [before, after] = [validatorOf(old), validatorOf(next)];
        if (!before || !after) return;
        compatible++;
        const sampled = [old, next].flatMap((schema) => fc.sample(near(schema), { numRuns: 8, seed }));
        for (const value of sampled.map(cloned)) {
          if (before(value) !== true) continue;
          valid++;
          if (after(value) === false)
            throw new Error(
              `${JSON.stringify(value)} was valid under ${JSON.stringify(old)}, not under ${JSON.stringify(next)}`,
            );
        }
      },
    ),
    { numRuns: rounds(300, 20_000), endOnFailure: true },
  );
  // A comparison that calls everything breaking would pass too.
  expect(compatible).toBeGreaterThan(20);
  expect(valid).toBeGreaterThan(50);
});

test('every schema is compatible with itself, and with one that takes anything', () => {
  fc.assert(
    fc.property(toolSchemas(true), (schema) => {
      expect(findNarrowings(schema, cloned(schema), OPTIONS)).toEqual([]);
      expect(findNarrowings(schema, {}, OPTIONS)).toEqual([]);
    }),
    { numRuns: rounds(200, 5_000) },
  );
});
