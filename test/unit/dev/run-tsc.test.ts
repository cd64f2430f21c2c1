import type { BuildMessage } from '../../../src/dev/build-messages';
import { TscOutput } from '../../../src/dev/run-tsc';

function read(lines: readonly string[]): BuildMessage[] {
  const told: BuildMessage[] = [];
  const output = new TscOutput('/p/src/app.ts', '/p', (message) => told.push(message));
  for (const line of lines) output.take(line);
  return told;
}

const STARTS = '05:48:20 PM - Starting compilation in watch mode...';
const CHANGED = '05:48:25 PM - File change detected. Starting incremental compilation...';
const found = (count: number) =>
  `05:48:25 PM - Found ${count} error${count === 1 ? '' : 's'}. Watching for file changes.`;

test('a build is told with the file that was made of the source', () => {
  const emitted = [
    '/p/dist/src/app.d.ts',
    '/p/dist/src/other/app.js',
    '/p/dist/src/app.js',
    '/p/dist/test/app.test.js',
  ];
  expect(read([STARTS, '', ...emitted.map((file) => `TSFILE: ${file}`), found(0)])).toEqual([
    { kind: 'changed' },
    { kind: 'built', entry: '/p/dist/src/app.js' },
  ]);
});

test('errors are told with the lines that explain them, and with what an earlier build left', () => {
  const lines = ['src/app.ts(1,14): error TS2322: Not assignable.', '  Because it is a number.', ''];
  expect(read([STARTS, 'TSFILE: dist/app.js', found(0), CHANGED, ...lines, found(1)]).slice(2)).toEqual([
    { kind: 'changed' },
    { kind: 'refused', problems: lines.slice(0, 2), entry: '/p/dist/app.js' },
  ]);
});

test('a look that writes nothing changes nothing', () => {
  expect(read([STARTS, 'TSFILE: dist/app.js', found(0), CHANGED, found(0)]).at(-1)).toEqual({
    kind: 'unchanged',
  });
});

test('a source that is not part of the project is named', () => {
  expect(read([STARTS, found(0)]).at(-1)).toEqual({
    kind: 'refused',
    problems: [expect.stringContaining('/p/src/app.ts is not part of the project')],
  });
});
