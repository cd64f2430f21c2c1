import fc from 'fast-check';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { fileOf } from '../../src/audit/audit-files';
import { TestedAudit } from '../support/audit';

// Whatever is done to a byte of an audit, it is found: every byte of every file in turn, then many at random.
const whole = new TestedAudit().written(6, { fileBytes: 1_000 });
const files = [...whole.files(), whole.path('1', 'head')];

interface Damage {
  readonly name: string;
  readonly change: (bytes: Buffer, at: number, value: number) => Buffer;
}

const DAMAGES: readonly Damage[] = [
  {
    name: 'changed',
    change: (bytes, at, value) => {
      bytes[at] = bytes[at]! ^ ((value % 255) + 1);
      return bytes;
    },
  },
  { name: 'removed', change: (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]) },
  {
    name: 'inserted',
    change: (bytes, at, value) =>
      Buffer.concat([bytes.subarray(0, at), Buffer.from([value]), bytes.subarray(at)]),
  },
  { name: 'cut off after it', change: (bytes, at) => bytes.subarray(0, at) },
];

const damaged = (index: number, at: number, { change }: Damage, value: number): boolean => {
  const file = files[index]!;
  const before = readFileSync(file);
  const after = change(Buffer.from(before), at, value);
  whole.edit(file, () => after);
  const found = whole.problems().length > 0;
  whole.edit(file, () => before);
  return found || after.equals(before);
};

test('it was sound before', () => expect(whole.problems()).toEqual([]));

describe.each(DAMAGES)('a byte $name', (damage) => {
  test('is found at every fifth place', () => {
    for (const [index, file] of files.entries()) {
      const { length } = readFileSync(file);
      for (let at = 0; at < length; at += 5)
        if (!damaged(index, at, damage, at * 7 + 1)) throw new Error(`${file} at ${at}`);
    }
  });

  test('is found whatever it is', () => {
    fc.assert(
      fc.property(
        fc.nat(files.length - 1),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.nat(255),
        (index, part, value) => {
          const { length } = readFileSync(files[index]!);
          return damaged(index, Math.floor(part * length), damage, value);
        },
      ),
      { numRuns: 60 },
    );
  });
});

test('two records that change places, one that is left out, and one that is there twice are found', () => {
  const lines = (bytes: Buffer): string[] => bytes.toString().split('\n');
  const written = (all: string[]): Buffer => Buffer.from(all.join('\n'));
  fc.assert(
    fc.property(
      fc.nat(files.length - 2),
      fc.nat(50),
      fc.nat(50),
      fc.constantFrom('swap', 'drop', 'twice'),
      (index, one, other, what) => {
        const file = files[index]!;
        const before = readFileSync(file);
        const all = lines(before);
        const [a, b] = [one % (all.length - 1), other % (all.length - 1)];
        if (what === 'swap') [all[a], all[b]] = [all[b]!, all[a]!];
        else if (what === 'drop') all.splice(a, 1);
        else all.splice(b, 0, all[a]!);
        const after = written(all);
        whole.edit(file, () => after);
        const found = whole.problems().length > 0;
        whole.edit(file, () => before);
        return found || after.equals(before);
      },
    ),
    { numRuns: 80 },
  );
});

// What can be done to whole files of a chain: each is done to any of them, in any place.
const REARRANGED: Record<string, (bytes: readonly Buffer[], one: number, other: number) => Buffer[]> = {
  'left out': (bytes, one) => bytes.filter((_, index) => index !== one),
  'there twice': (bytes, one, other) => bytes.toSpliced(other, 0, bytes[one]!),
  'in the place of another': (bytes, one, other) => bytes.with(one, bytes[other]!),
  'exchanged for another': (bytes, one, other) => bytes.with(one, bytes[other]!).with(other, bytes[one]!),
  'continued by another': (bytes, one, other) =>
    bytes.with(one, Buffer.concat([bytes[one]!, bytes[other]!])).toSpliced(other, 1),
  'cut at the end of a record': (bytes, one, other) => {
    const lines = bytes[one]!.toString().split('\n').slice(0, -1);
    const kept = lines.slice(0, Math.max(0, lines.length - 1 - (other % lines.length)));
    return bytes.with(one, Buffer.from(kept.map((line) => `${line}\n`).join('')));
  },
};

test.each(Object.keys(REARRANGED))('a whole file %s is found', (what) => {
  const chain = whole.files();
  const before = chain.map((file) => readFileSync(file));
  const put = (contents: readonly Buffer[]): void => {
    for (const file of whole.files()) rmSync(file);
    for (const [index, bytes] of contents.entries()) writeFileSync(fileOf(whole.path('1'), index + 1), bytes);
  };
  try {
    fc.assert(
      fc.property(
        fc.nat(chain.length - 1),
        fc.nat(chain.length - 1),
        fc.boolean(),
        (one, other, keepsNames) => {
          const after = REARRANGED[what]!(before, one, other);
          const same = Buffer.concat(after).equals(Buffer.concat(before)) && after.length === before.length;
          put(after);
          // A file that is left out leaves a gap in the names, or the later ones are renamed.
          if (what === 'left out' && keepsNames) {
            put(before);
            rmSync(chain[one]!);
          }
          return same || whole.problems().length > 0;
        },
      ),
      { numRuns: 60 },
    );
  } finally {
    put(before);
  }
  expect(whole.problems()).toEqual([]);
});

test('a file that is cut to nothing is found', () => {
  for (const file of files) {
    const before = readFileSync(file);
    truncateSync(file, 0);
    expect(whole.problems()).not.toEqual([]);
    whole.edit(file, () => before);
  }
});
