import * as fc from 'fast-check';
import picomatch from 'picomatch';
import { Glob } from '../../src/disk/glob';
import { rounds } from '../support/rounds';

// The syntax that both share. Picomatch takes `)?` for a regular expression and `*.*` for a name that doesn't end in a
// dot, where shells and we do not: neither is made here.
const letter = fc.constantFrom('a', 'b', 'c', '.');
const plain = fc.string({ unit: letter, minLength: 1, maxLength: 3 });
const set = fc
  .tuple(fc.constantFrom('', '!', '^'), fc.constantFrom('a', 'ab', 'a-b', 'b-c', 'ac'))
  .map(([negation, members]) => `[${negation}${members}]`);
const piece = fc.oneof(
  { weight: 4, arbitrary: plain },
  { weight: 3, arbitrary: fc.constant('*') },
  { weight: 2, arbitrary: fc.constant('?') },
  { weight: 2, arbitrary: set },
);
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 });
const braces = fc.array(word, { minLength: 2, maxLength: 3 }).map((words) => `{${words.join(',')}}`);
const group = fc
  .oneof(
    fc.tuple(fc.constantFrom('@', '?'), fc.uniqueArray(word, { minLength: 1, maxLength: 2 })),
    fc.tuple(fc.constantFrom('+', '*'), fc.tuple(word)),
  )
  .map(([sign, words]) => `${sign}(${words.join('|')})c`);

const joined = (pieces: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(pieces, { minLength: 1, maxLength }).map((parts) => parts.join('').replace(/\*{2,}/g, '*'));

const name = fc.string({ unit: letter, minLength: 1, maxLength: 6 }).filter((text) => !text.endsWith('.'));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const segment = joined(
  fc.oneof(
    { weight: 6, arbitrary: piece },
    { weight: 1, arbitrary: braces },
    { weight: 1, arbitrary: group },
  ),
  4,
).filter((text) => !/^\.\.?$/.test(text));
const pathGlob = fc
  .array(fc.oneof({ weight: 3, arbitrary: segment }, { weight: 1, arbitrary: fc.constant('**') }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((segments) => segments.join('/'));

test('paths: the same verdicts as picomatch', () => {
  fc.assert(
    fc.property(pathGlob, fc.array(path, { minLength: 1, maxLength: 8 }), (pattern, paths) => {
      const theirs = picomatch(`**/${pattern}`, { dot: true, posix: true });
      const ours = new Glob(`**/${pattern}`, 'path');
      expect(paths.map((one) => [one, ours.matches(one)])).toEqual(paths.map((one) => [one, theirs(one)]));
    }),
    { numRuns: rounds(1_000, 30_000) },
  );
});

test('names: the same verdicts as picomatch', () => {
  const options = {
    dot: true,
    posix: true,
    nobrace: true,
    noextglob: true,
    noglobstar: true,
    nonegate: true,
  };
  fc.assert(
    fc.property(joined(piece, 6), fc.array(name, { minLength: 1, maxLength: 8 }), (pattern, names) => {
      const theirs = picomatch(pattern, options);
      const ours = new Glob(pattern, 'name');
      expect(names.map((one) => [one, ours.matches(one)])).toEqual(names.map((one) => [one, theirs(one)]));
    }),
    { numRuns: rounds(1_000, 30_000) },
  );
});
