import { redact } from '../../../src/embed';

const SECRET = 'hunter2';

test.each([['cardNumber'], ['card_number']])(
  'values under %s are hidden, whether they stand under the name of a field or under that on the wire',
  (name) => {
    for (const args of [
      { cardNumber: SECRET },
      { card_number: SECRET },
      { inner: [{ cardNumber: SECRET, card_number: SECRET }] },
      { text: JSON.stringify({ cardNumber: SECRET }) },
      { text: JSON.stringify({ card_number: SECRET }) },
    ])
      expect(JSON.stringify(redact(args, [name]))).not.toContain(SECRET);
  },
);

test('other values stay as they are', () => {
  const args = { card: 'a', number: 'b', cardNumbers: 1 };
  expect(redact(args, ['cardNumber'])).toEqual(args);
});
