import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { decoder, EncodingError } from '../../../src/files/decode-file-text';
import { globMatcher } from '../../../src/files/search-pattern';
import { mediaOf } from '../../../src/files/media-kind';
import { readPart } from '../../../src/files/read-part';
import { lineMatcher } from '../../../src/files/line-matcher';
import { temporaryDirectory } from '../../support/temporary-directory';

describe('decoding', () => {
  test.each([
    ['utf-8', [0xc3, 0xa9], 'é'],
    ['UTF8', [0x41], 'A'],
    ['utf_8', [0x41], 'A'],
    ['latin-1', [0xe9], 'é'],
    ['iso-8859-1', [0xe9], 'é'],
    ['cp1252', [0x80], '€'],
    ['utf-16le', [0x41, 0], 'A'],
    ['shift_jis', [0x82, 0xa0], 'あ'],
    ['utf-8', [0xef, 0xbb, 0xbf, 0x41], '\ufeffA'],
  ])('%s %j', (encoding, bytes, text) => expect(decoder(encoding)(Uint8Array.from(bytes))).toBe(text));

  test('what is unknown or wrong is an encoding error', () => {
    expect(() => decoder('nonsense')).toThrow(EncodingError);
    expect(() => decoder('utf-8')(Uint8Array.from([0xff]))).toThrow(EncodingError);
  });
});

test.each([
  [[0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], 'image/png'],
  [[0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
  [[0x47, 0x49, 0x46, 0x38], 'image/gif'],
  [[...Buffer.from('RIFF0000WEBP')], 'image/webp'],
  [[...Buffer.from('RIFF0000WAVE')], 'audio/wav'],
  [[0, 1], 'application/octet-stream'],
  [[...Buffer.from('%PDF-1.7')], 'application/pdf'],
  [[65, 66], 'text/plain'],
  [[], 'text/plain'],
])('the first bytes %j are %s', (bytes, mimeType) =>
  expect(mediaOf(Uint8Array.from(bytes)).mimeType).toBe(mimeType),
);

test('globs hold at any depth', () => {
  const matches = globMatcher('*.ts');
  expect(['a.ts', 'x/a.ts', 'x/.y/a.ts', 'a.tsx'].map(matches)).toEqual([true, true, true, false]);
  expect(globMatcher('src/*.ts')('x/src/a.ts')).toBe(true);
  expect(globMatcher('**/*.{md,ts}')('a/b.md')).toBe(true);
});

test('a matcher finds text, with or without case, or a pattern', async () => {
  const at = async (content: string, line: string, regex: boolean, ignoreCase: boolean) =>
    (await lineMatcher(content, { regex, ignoreCase }, new AbortController().signal)).at(line);
  expect(await at('a.c', 'abc', false, false)).toBe(-1);
  expect(await at('a.c', 'abc', true, false)).toBe(0);
  expect(await at('ABC', 'xabcx', true, true)).toBe(1);
});

describe('parts of a file', () => {
  const directory = temporaryDirectory('tw-part');

  test('whatever the text and the limit, the parts add up and only overlong lines are cut', async () => {
    const file = join(directory, 'text');
    const line = fc.string({ unit: 'binary', maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 30 }),
        fc.integer({ min: 8, max: 90 }),
        async (lines, limit) => {
          const text = lines.join('\n');
          writeFileSync(file, text);
          const handle = await open(file);
          try {
            let read = Buffer.alloc(0);
            for (let at = 0; ;) {
              const part = await readPart(handle, {
                startByte: at,
                startLine: 1,
                lineCount: Infinity,
                limit,
              });
              read = Buffer.concat([read, part.bytes]);
              if (part.complete) break;
              expect(part.nextByte).toBeGreaterThan(at);
              at = part.nextByte;
            }
            expect(read.toString()).toBe(Buffer.from(text).toString());
          } finally {
            await handle.close();
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each(['é', '€', '😀'])(
    'a line of %s is cut between characters, wherever a part ends',
    async (letter) => {
      const file = join(directory, 'letters');
      writeFileSync(file, letter.repeat(12));
      const handle = await open(file);
      for (let limit = 4; limit < 20; limit++) {
        for (let at = 0, complete = false; !complete;) {
          const part = await readPart(handle, { startByte: at, startLine: 1, lineCount: 1, limit });
          expect(part.bytes.toString().replaceAll(letter, '')).toBe('');
          expect(part.complete || part.bytes.length > 0).toBe(true);
          ({ complete, nextByte: at } = part);
        }
      }
      await handle.close();
    },
  );

  test('lines are counted from one', async () => {
    const file = join(directory, 'lines');
    writeFileSync(file, '1\n2\n3\n4\n');
    const handle = await open(file);
    const part = await readPart(handle, { startByte: 0, startLine: 2, lineCount: 2, limit: 1000 });
    expect(part).toMatchObject({ bytes: Buffer.from('2\n3\n'), nextByte: 6, nextLine: 4 });
    await handle.close();
  });
});
