import { CallLog } from '../../../src/dev/call-log';

const plain = (text: string): string => text;
const colour = { red: plain, green: plain, yellow: plain, dim: plain, bold: plain };
const logged = (): { log: CallLog; text: () => string } => {
  let text = '';
  const log = new CallLog({ write: (more) => void (text += more), colour, now: () => new Date(0) });
  return { log, text: () => text };
};
const failure = (message: string) => ({
  result: {
    isError: true,
    content: [
      { type: 'text', text: JSON.stringify({ success: false, error: `Tool execution failed: ${message}` }) },
    ],
  },
});
const declared = { secrets: ['password'], tools: {}, prompts: {} };
const call = (params: object = { name: 'bug', arguments: {} }) => ({
  request: { method: 'tools/call', params },
  began: performance.now(),
  declared,
});

test('a call that threw is logged with the lines of the author’s code, once', () => {
  const { log, text } = logged();
  log.threw('nope', ['at Bug.run (/app/src/bug.ts:3:11)']);
  log.answered(call(), failure('other'));
  expect(text()).not.toContain('bug.ts');
  log.answered(call(), failure('nope'));
  expect(text()).toMatch(
    /✗ bug [\d.]+ ms {2}Tool execution failed: nope\n {4}at Bug\.run \(\/app\/src\/bug\.ts:3:11\)\n$/,
  );
  log.answered(call(), failure('nope'));
  expect(text().match(/bug\.ts/g)).toHaveLength(1);
});

test('a message that is too long for the log still finds its lines', () => {
  const { log, text } = logged();
  log.threw('x'.repeat(1000), ['at Bug.run (/app/src/bug.ts:3:11)']);
  log.answered(call(), failure('x'.repeat(1000)));
  expect(text()).toContain('bug.ts:3:11');
});
