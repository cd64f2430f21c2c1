import { verdictIn } from '../../../../src/mtdf/livelog/log-verdict';

test.each([
  'CLEAN',
  'clean',
  ' CLEAN.\n',
  '"CLEAN"',
  '`Clean`',
  '**CLEAN**!',
  '<think>Is this clean? Error 7 …</think>CLEAN',
  'so the answer is …\n</think>\n\nCLEAN',
  '<THINKING>x</THINKING>\n<reasoning>y</reasoning> clean',
  'Answer: CLEAN',
  'CLEAN\n\nNothing of the kind is in these lines.',
])('%j is clean', (answer) => expect(verdictIn(answer)).toEqual({ kind: 'clean' }));

test.each(['', '  \n', '""', '...', '<think>I have to', '<think>An error!</think>'])(
  '%j says nothing',
  (answer) => expect(verdictIn(answer)).toEqual({ kind: 'empty' }),
);

test.each([
  ['Line 7: disk full.', 'Line 7: disk full.'],
  ['Clean shutdown failed in line 3', 'Clean shutdown failed in line 3'],
  ['NOT CLEAN', 'NOT CLEAN'],
  ['CLEAN is what I would say, but line 2 is an error', 'CLEAN is what I would say, but line 2 is an error'],
  ['<think>CLEAN</think>\nTwo errors:\n- a\n- b', 'Two errors: - a - b'],
  ['ディスクがいっぱいです', 'ディスクがいっぱいです'],
])('%j is an alert', (answer, summary) => expect(verdictIn(answer)).toEqual({ kind: 'alert', summary }));

test('a long summary is shortened', () => {
  expect(verdictIn('x'.repeat(5000))).toEqual({ kind: 'alert', summary: `${'x'.repeat(1000)}…` });
});

test('an answer full of tags takes no time worth mentioning', () => {
  expect(verdictIn('<think>'.repeat(100_000))).toEqual({ kind: 'empty' });
});
