import { ResultStore } from '../../../src/code/result-store';

test('results expire, and the oldest make room', () => {
  let now = 0;
  const store = new ResultStore(1_000, 60_000, () => now);
  const first = store.put('a\n'.repeat(300));
  expect(store.page(first.handle)).toMatchObject({ total_lines: 301, next_offset: 100 });
  const second = store.put('b'.repeat(900));
  expect(store.page(first.handle)).toBeUndefined();
  expect(store.page(second.handle)?.lines).toEqual(['b'.repeat(900)]);
  now = 60_001;
  expect(store.page(second.handle)).toBeUndefined();
});

test('an endless line is cut into lines that can be sent', () => {
  const store = new ResultStore();
  const text = 'x'.repeat(4_500);
  const { handle, total_lines } = store.put(text);
  expect(total_lines).toBe(3);
  expect(store.page(handle)?.lines.join('')).toBe(text);
});

test('odd pages are answered sensibly', () => {
  const store = new ResultStore();
  const { handle } = store.put('a\nb\nc');
  expect(store.page(handle, { offset: -5, limit: 0 })?.lines).toEqual(['a']);
  expect(store.page(handle, { offset: 99 })).toMatchObject({ returned: 0, lines: [] });
  expect(store.page(handle, { search: 'b' })?.lines).toEqual(['b']);
});
