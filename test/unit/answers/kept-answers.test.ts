import { KeptAnswers, type KeptAnswer } from '../../../src/answers/kept-answers';

const textOf = (kept: KeptAnswers, owner: string, handle: string): string | undefined =>
  (kept.find(owner, handle) as KeptAnswer | undefined)?.text;
const limits = { bytes: 1_000, count: 3, seconds: 60 };

describe('kept answers', () => {
  it('are found by their caller alone', () => {
    const kept = new KeptAnswers(limits);
    const { handle } = kept.keep('a', 'text')!;
    expect(textOf(kept, 'a', handle)).toBe('text');
    expect(kept.find('b', handle)).toBeUndefined();
    expect(kept.find('a', `${handle}x`)).toBeUndefined();
  });

  it('have handles of 128 random bits', () => {
    const kept = new KeptAnswers({ ...limits, count: 10_000 });
    const handles = Array.from({ length: 1_000 }, (_, index) => kept.keep('a', `${index}.`)!.handle);
    expect(new Set(handles).size).toBe(1_000);
    // Letters and digits only: a handle that began with a dash would be an option of `toolwright call`.
    expect(handles.filter((handle) => !/^[0-9A-Za-z]{22}$/.test(handle))).toEqual([]);
  });

  it('are bounded in number, the oldest going first', () => {
    const kept = new KeptAnswers(limits);
    const handles = ['1', '2', '3', '4'].map((text) => kept.keep('a', text)!.handle);
    expect(handles.map((handle) => textOf(kept, 'a', handle))).toEqual([undefined, '2', '3', '4']);
  });

  it('are bounded in bytes, counted as UTF-8', () => {
    const kept = new KeptAnswers(limits);
    const first = kept.keep('a', 'é'.repeat(300))!;
    const second = kept.keep('a', 'è'.repeat(300))!;
    expect(kept.find('a', first.handle)).toBeUndefined();
    expect(kept.find('a', second.handle)).toBeDefined();
    expect(kept.keep('a', 'é'.repeat(501))).toBeUndefined();
    expect(kept.find('a', second.handle)).toBeDefined();
  });

  it('are kept once: the same text, or its end, has the handle it had, for its caller', () => {
    let now = 0;
    const kept = new KeptAnswers(limits, undefined, () => now);
    const { handle } = kept.keep('a', 'the whole')!;
    kept.keep('a', 'another');
    now = 30_000;
    expect(kept.keep('a', 'whole')).toEqual({ handle, text: 'the whole', start: 4 });
    expect(kept.keep('b', 'whole')).toMatchObject({ text: 'whole', start: 0 });
    now = 80_000;
    expect(kept.find('a', handle)).toBeDefined();
    expect(kept.keep('a', 'another')?.handle).not.toBe(handle);
    now = 90_000;
    expect(kept.find('a', handle)).toBeUndefined();
  });

  it('are bounded in time', () => {
    let now = 0;
    const kept = new KeptAnswers(limits, undefined, () => now);
    const { handle } = kept.keep('a', 'text')!;
    now = 59_999;
    expect(kept.find('a', handle)).toBeDefined();
    now = 60_000;
    expect(kept.find('a', handle)).toBeUndefined();
  });
});
