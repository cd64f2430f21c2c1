import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import fc from 'fast-check';
import { keepMetadataLightly, type MetadataProvider } from '../../src/base/metadata-registry';
import { rounds } from '../support/rounds';

const SOURCE = readFileSync(require.resolve('reflect-metadata'), 'utf8');
const REGISTRY = Symbol.for('@reflect-metadata:registry');

type Reflection = Record<string, (...args: unknown[]) => unknown>;

// A realm of its own with a copy of reflect-metadata; `before` may change its `Reflect` first.
function realm(before: (reflect: object) => void): { reflect: Reflection; loadAgain: () => void } {
  const context = vm.createContext({});
  const reflect = vm.runInContext('Reflect', context) as Reflection;
  before(reflect);
  const loadAgain = (): void => void vm.runInContext(SOURCE, context);
  loadAgain();
  return { reflect, loadAgain };
}

const KEYS = [undefined, 'a', 'b', Symbol.iterator, '__proto__'];
const NAMES = ['design:type', 'design:paramtypes', 'own', 7, undefined];
const OPERATIONS = [
  'defineMetadata',
  'defineMetadata',
  'defineMetadata',
  'metadata',
  'getMetadata',
  'getOwnMetadata',
  'hasMetadata',
  'hasOwnMetadata',
  'getMetadataKeys',
  'getOwnMetadataKeys',
  'deleteMetadata',
  'another copy',
] as const;

interface Step {
  operation: (typeof OPERATIONS)[number];
  name: string | number | undefined;
  key: string | symbol | undefined;
  value: unknown;
  target: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  name: fc.constantFrom(...NAMES),
  key: fc.constantFrom(...KEYS),
  value: fc.constantFrom<unknown>(String, Number, undefined, null, 0),
  target: fc.nat(2),
});

function answers(steps: readonly Step[], light: boolean): unknown[] {
  const { reflect, loadAgain } = realm(light ? keepMetadataLightly : () => undefined);
  const parent = {};
  const targets = [parent, Object.create(parent) as object, class {}];
  return steps.map(({ operation, name, key, value, target: index }) => {
    const target = targets[index]!;
    const member = key === undefined ? [] : [key];
    if (operation === 'another copy') return loadAgain();
    if (operation === 'defineMetadata') return reflect[operation]!(name, value, target, ...member);
    if (operation === 'metadata') {
      const decorator = reflect[operation]!(name, value);
      return reflect['decorate']!([decorator], target, key ?? 'a', undefined);
    }
    if (operation.endsWith('Keys')) return [...(reflect[operation]!(target, ...member) as unknown[])];
    return reflect[operation]!(name, target, ...member);
  });
}

test('reflect-metadata answers the same wherever its metadata are kept', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      expect(answers(steps, true)).toEqual(answers(steps, false));
    }),
    { numRuns: rounds(60, 5000) },
  );
});

test('where a copy was loaded before, its own registry stays', () => {
  const { reflect } = realm(() => undefined);
  const own = (reflect as unknown as Record<symbol, unknown>)[REGISTRY];
  keepMetadataLightly(reflect);
  expect((reflect as unknown as Record<symbol, unknown>)[REGISTRY]).toBe(own);
});

test('a provider of somebody else answers for what it keeps', () => {
  const { reflect } = realm(keepMetadataLightly);
  const registry = (
    reflect as unknown as Record<symbol, { registerProvider(given: MetadataProvider): void }>
  )[REGISTRY]!;
  const theirs = {};
  const provider = {
    isProviderFor: (target: object) => target === theirs,
    OrdinaryGetOwnMetadata: () => 'theirs',
    OrdinaryHasOwnMetadata: () => true,
  } as unknown as MetadataProvider;
  registry.registerProvider(provider);
  expect(reflect['getMetadata']!('own', theirs)).toBe('theirs');
  expect(reflect['getMetadata']!('own', {})).toBeUndefined();
});
