import type { KeptAnswer, KeptLimits } from '../answers/kept-answers';

interface Held {
  readonly owner: string;
  readonly answer: KeptAnswer;
  readonly until: number;
}

/** The answers that versions kept for their callers, so that one can be read on after the version that gave it has ended. */
export class VersionAnswers {
  private readonly held = new Map<string, Held>();
  private bytes = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** Holds an answer within the limits of the version that gave it; the oldest make room. */
  keep(owner: string, answer: KeptAnswer, { bytes, count, seconds }: KeptLimits): void {
    this.drop(answer.handle);
    this.held.set(answer.handle, { owner, answer, until: this.now() + seconds * 1000 });
    this.bytes += Buffer.byteLength(answer.text);
    for (const handle of this.held.keys()) {
      if (this.bytes <= bytes && this.held.size <= count) return;
      this.drop(handle);
    }
  }

  /** Returns an answer, if its time isn't over and it was given to this caller. */
  find(owner: string, handle: string): KeptAnswer | undefined {
    const held = this.held.get(handle);
    if (held && held.until <= this.now()) this.drop(handle);
    else if (held?.owner === owner) return held.answer;
    return undefined;
  }

  private drop(handle: string): void {
    const held = this.held.get(handle);
    if (!held) return;
    this.held.delete(handle);
    this.bytes -= Buffer.byteLength(held.answer.text);
  }
}
