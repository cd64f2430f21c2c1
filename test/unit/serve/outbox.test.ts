import { PassThrough } from 'node:stream';
import { Outbox } from '../../../src/serve/stdio/outbox';

class Reader {
  readonly written: string[] = [];
  readonly input = new PassThrough();
  takes = true;
  private drain: (() => void) | undefined;

  readonly outbox = new Outbox({
    input: this.input,
    write: (text) => {
      this.written.push(text);
      return this.takes;
    },
    onDrain: (listener) => (this.drain = listener),
    taken: () => true,
  });

  drained(): void {
    this.takes = true;
    this.drain?.();
  }
}

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the messages of one tick are one write', async () => {
  const reader = new Reader();
  reader.outbox.put('1');
  reader.outbox.put('2');
  expect(reader.written).toEqual([]);
  await tick();
  reader.outbox.put('3');
  await tick();
  expect(reader.written).toEqual(['1\n2\n', '3\n']);
});

test('a slow reader gets nothing more until it has caught up', async () => {
  const reader = new Reader();
  reader.takes = false;
  reader.outbox.put('1');
  await tick();
  reader.outbox.put('2');
  reader.outbox.put('3');
  await tick();
  expect(reader.written).toEqual(['1\n']);
  reader.drained();
  expect(reader.written).toEqual(['1\n', '2\n3\n']);
});

test('a client that reads nothing is read no further either', async () => {
  const reader = new Reader();
  reader.input.resume();
  reader.takes = false;
  reader.outbox.put('1');
  await tick();
  reader.outbox.put('x'.repeat(3 * 1024 * 1024));
  expect(reader.input.isPaused()).toBe(false);
  reader.outbox.put('x'.repeat(3 * 1024 * 1024));
  expect(reader.input.isPaused()).toBe(true);
  reader.drained();
  expect(reader.input.isPaused()).toBe(false);
});

test('what is left is written when asked', () => {
  const reader = new Reader();
  reader.outbox.put('last words');
  reader.outbox.flush();
  expect(reader.written).toEqual(['last words\n']);
});

test('a client that reads nothing is told of each change once, and misses progress and logs beyond some megabytes', async () => {
  const reader = new Reader();
  reader.takes = false;
  reader.outbox.put('1');
  await tick();
  const update = (uri: string) =>
    `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"${uri}"}}`;
  const changed = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';
  const log = `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${'x'.repeat(1024 * 1024)}"}}`;
  for (let i = 0; i < 1_000; i++)
    for (const each of [update('a'), changed, update('b')]) reader.outbox.put(each);
  for (let i = 0; i < 100; i++) reader.outbox.put(log);
  reader.outbox.put('{"id":1}');
  reader.drained();
  const lines = reader.written[1]!.trimEnd().split('\n');
  expect(lines.slice(0, 3)).toEqual([update('a'), changed, update('b')]);
  expect(lines.at(-1)).toBe('{"id":1}');
  expect(lines.length).toBeLessThan(12);
  reader.outbox.put(changed);
  await tick();
  expect(reader.written.at(-1)).toBe(`${changed}\n`);
});
