import { WRAPPERS } from '../../../src/policy/wrapper-programs';

const unwrap = (line: string) => {
  const [name, ...args] = line.split(' ');
  return WRAPPERS[name!]!(args, (reason) => {
    throw new Error(reason);
  });
};

test.each([
  ['timeout 5 cat x', ['cat', 'x']],
  ['timeout --foreground -k 3 5 cat x', ['cat', 'x']],
  ['timeout -k3 --signal=KILL 5 cat -n', ['cat', '-n']],
  ['nice cat', ['cat']],
  ['nice -n 5 cat', ['cat']],
  ['nice -n5 -- cat', ['cat']],
  ['nice --adjustment=5 cat', ['cat']],
  ['stdbuf -o L cat', ['cat']],
  ['setsid --wait cat', ['cat']],
  ['nohup cat', ['cat']],
])('%s runs %j', (line, words) => {
  expect(unwrap(line)).toEqual({ runs: 'command', words, variables: [] });
});

test('env takes its variables off', () => {
  expect(unwrap('env -i A=1 B=2 cat C=3')).toEqual({
    runs: 'command',
    words: ['cat', 'C=3'],
    variables: ['A=1', 'B=2'],
  });
  expect(unwrap('env -u HOME A=1')).toEqual({ runs: 'command', words: [], variables: ['A=1'] });
});

test('xargs runs what it is given, or echo', () => {
  expect(unwrap('xargs -0 -n 1 cat -n')).toEqual({ runs: 'command-with-input', words: ['cat', '-n'] });
  expect(unwrap('xargs -r')).toEqual({ runs: 'command-with-input', words: ['echo'] });
});

test.each([
  'timeout --unknown 5 cat',
  'nice -x cat',
  'env -S cat',
  'env --split-string=cat',
  'xargs -a list cat',
  'xargs --arg-file=list cat',
  'setsid --x cat',
])('%s is refused for its option', (line) => {
  expect(() => unwrap(line)).toThrow(/option .* is unknown/);
});

test.each(['sh', 'sh script.sh', 'bash -i', 'sh -c', 'sh -lc ls', 'sh -s -c ls'])(
  '%s is refused, since what it runs can’t be told',
  (line) => expect(() => unwrap(line)).toThrow(/a shell can run anything, so only `sh -c LINE` is allowed/),
);

test('sh -c hands a line over', () => {
  expect(unwrap('sh -ec ls')).toEqual({ runs: 'line', line: 'ls' });
});
