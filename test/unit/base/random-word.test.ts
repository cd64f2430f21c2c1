import { randomWord, withoutSigns } from '../../../src/base/random-word';

test('a word holds letters and digits alone, whatever bytes it is made of', () => {
  expect(withoutSigns(Buffer.from('--__a-_z', 'base64url'))).toMatch(/^[A-Za-z]{8}$/);
  expect(withoutSigns(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)))).toMatch(/^[A-Za-z0-9]+$/);
});

test('words of as many bytes as an id has are all different', () => {
  const words = Array.from({ length: 10_000 }, () => randomWord(9));
  expect(new Set(words).size).toBe(words.length);
  for (const word of words) expect(word).toMatch(/^[A-Za-z0-9]{12}$/);
});
