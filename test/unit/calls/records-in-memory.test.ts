import type { Claim, KeyedRequest } from '../../../src/calls/keys/call-records';
import { RecordsInMemory } from '../../../src/calls/keys/records-in-memory';

let now = 0;
const LIMITS = { keepMs: 1000, keep: 3, keepBytes: 100 };
const request = (key: string, more: Partial<KeyedRequest> = {}): KeyedRequest => ({
  owner: 'ada',
  key,
  digest: 'd',
  repeatable: false,
  ...more,
});
const leaseOf = (claim: Claim) => {
  if (claim.state !== 'mine') throw new Error(`it is ${claim.state}`);
  return claim.lease;
};
let records: RecordsInMemory;
beforeEach(() => {
  now = 0;
  records = new RecordsInMemory(LIMITS, () => now);
});
const ended = (key: string, answer: string, owner = 'ada'): void =>
  void leaseOf(records.claim(request(key, { owner }))).end(answer);

test('an answer is kept until it expires, not longer', () => {
  ended('a', 'answer');
  now = 999;
  expect(records.claim(request('a'))).toEqual({ state: 'ended', answer: 'answer' });
  now = 1000;
  expect(records.claim(request('a')).state).toBe('mine');
});

test('a running call never expires', () => {
  records.claim(request('a'));
  now = 1_000_000;
  expect(records.claim(request('a')).state).toBe('running');
});

test('keys are the caller’s own, and so is the number of them', () => {
  for (const key of ['a', 'b', 'c']) ended(key, '');
  expect(records.claim(request('d')).state).toBe('full');
  expect(records.claim(request('a', { owner: 'bob' })).state).toBe('mine');
  // What is known is still answered, and what expired makes room.
  expect(records.claim(request('a')).state).toBe('ended');
  now = 1000;
  expect(records.claim(request('d')).state).toBe('mine');
});

test('all callers together can’t fill the memory', () => {
  for (let n = 0; n < 30; n++) ended('a', '', `caller ${n}`);
  expect(records.claim(request('a', { owner: 'one more' })).state).toBe('full');
});

test('the oldest answers are dropped for newer ones, but never that they were given', () => {
  ended('a', 'x'.repeat(60));
  ended('b', 'y'.repeat(60));
  expect(records.claim(request('a'))).toEqual({ state: 'dropped' });
  expect(records.claim(request('b')).state).toBe('ended');
  ended('c', 'z'.repeat(101));
  expect(records.claim(request('c'))).toEqual({ state: 'dropped' });
  expect(records.claim(request('b')).state).toBe('ended');
});

test('one caller’s answers don’t push out another’s', () => {
  ended('a', 'x'.repeat(60), 'bob');
  ended('a', 'x'.repeat(60));
  ended('b', 'x'.repeat(60));
  expect(records.claim(request('a', { owner: 'bob' })).state).toBe('ended');
});

test('a question is asked until its very answer comes', () => {
  leaseOf(records.claim(request('a'))).ask('round 1', 'question', 500);
  expect(records.claim(request('a'))).toEqual({ state: 'asked', question: 'question' });
  expect(records.claim(request('a', { round: 'round 0' })).state).toBe('asked');
  const lease = leaseOf(records.claim(request('a', { round: 'round 1' })));
  expect(records.claim(request('a', { round: 'round 1' })).state).toBe('running');
  lease.end('answer');
  expect(records.claim(request('a', { round: 'round 1' })).state).toBe('ended');
});

test.each(['end', 'release', 'abort'] as const)('who waits is woken by %s', async (how) => {
  const lease = leaseOf(records.claim(request('a')));
  const stop = new AbortController();
  const woken = records.changed(request('a'), stop.signal);
  if (how === 'end') lease.end('answer');
  else if (how === 'release') lease.release();
  else stop.abort();
  await woken;
  expect(records.claim(request('a')).state).toBe({ end: 'ended', release: 'mine', abort: 'running' }[how]);
});

test('questions are bounded too: the oldest are dropped, and can still be answered', () => {
  for (const key of ['a', 'b']) leaseOf(records.claim(request(key))).ask(`round ${key}`, 'q'.repeat(60), 500);
  leaseOf(records.claim(request('c'))).ask('round c', 'q'.repeat(101), 500);
  expect(['a', 'b', 'c'].map((key) => records.claim(request(key)).state)).toEqual([
    'dropped',
    'asked',
    'dropped',
  ]);
  expect(records.claim(request('a', { round: 'round a' })).state).toBe('mine');
  expect(records.claim(request('c', { round: 'round c' })).state).toBe('mine');
});

test('a question that can no longer be answered is forgotten, whatever was recorded before it', () => {
  ended('older', 'answer');
  leaseOf(records.claim(request('a'))).ask('round 1', 'question', 500);
  now = 499;
  expect(records.claim(request('a')).state).toBe('asked');
  now = 500;
  expect(records.claim(request('a')).state).toBe('mine');
  expect(records.claim(request('older')).state).toBe('ended');
});
