import { getEventListeners } from 'node:events';
import { withJoinedSignal } from '../../../src/base/joined-signal';

test('the first of several signals aborts the work, with its reason', async () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const work = (signal: AbortSignal): Promise<unknown> =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  const ended = withJoinedSignal([one.signal, other.signal], work);
  other.abort(new Error('the other'));
  one.abort(new Error('too late'));
  await expect(ended).rejects.toThrow('the other');
});

test('work that begins after one was aborted learns of it at once', async () => {
  const aborted = AbortSignal.abort('gone');
  const open = new AbortController().signal;
  const seen = await withJoinedSignal([open, aborted], (signal) => Promise.resolve(signal.reason as string));
  expect(seen).toBe('gone');
});

test('nothing of the work stays behind on a signal that lives on, whether it succeeds or fails', async () => {
  const { signal } = new AbortController();
  await withJoinedSignal([signal], () => Promise.resolve());
  await withJoinedSignal([signal], () => Promise.reject(new Error('failed'))).catch(() => undefined);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
