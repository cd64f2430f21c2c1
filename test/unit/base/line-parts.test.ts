import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linePartsOf } from '../../../src/base/line-parts';
import { temporaryDirectory } from '../../support/temporary-directory';

describe('a file that is read in parts', () => {
  const file = join(temporaryDirectory('tw-parts'), 'text');
  const partsOf = (text: string, bytes: number): string[] => {
    writeFileSync(file, text);
    return Array.from(linePartsOf(file, bytes), (part) => part.toString());
  };

  test.each([
    '',
    '\n',
    'a',
    'a\n',
    'one\ntwo\nthree',
    'ünï\ncödé\n',
    `${'long'.repeat(9)}\nshort\n`,
    '\n\n\n',
  ])('is whole, and each part but the last ends with a line: %j', (text) => {
    for (let bytes = 1; bytes < 12; bytes++) {
      const parts = partsOf(text, bytes);
      expect(parts.join('')).toBe(text);
      for (const part of parts.slice(0, -1)) expect(part).toMatch(/\n$/);
      expect(parts).not.toContain('');
    }
  });

  test('that isn’t there says so', () => {
    expect(() => [...linePartsOf(`${file}-none`)]).toThrow(/ENOENT/);
  });
});
