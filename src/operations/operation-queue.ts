import { tooManyWaiting } from './operations-errors';

/** A queued operation: its caller, its tool and the size of its arguments. */
export interface Waiting {
  readonly id: string;
  readonly caller: string;
  readonly tool: string;
  readonly bytes: number;
}

/** A queue that alternates between callers, so that one with a hundred calls does not block the others. */
export class FairQueue {
  private readonly lines = new Map<string, Waiting[]>();
  private count = 0;
  private bytes = 0;

  /** Refuses one more of so many bytes if too many wait, or too large ones; what nothing waits before is never too large. */
  refuseBeyond(limits: { maxQueued: number; maxQueuedBytes: number }, bytes: number): void {
    if (this.count >= limits.maxQueued) throw tooManyWaiting(this.count);
    if (this.count && this.bytes + bytes > limits.maxQueuedBytes)
      throw tooManyWaiting(this.count, this.bytes);
  }

  add(waiting: Waiting): void {
    const line = this.lines.get(waiting.caller);
    if (line) line.push(waiting);
    else this.lines.set(waiting.caller, [waiting]);
    this.count++;
    this.bytes += waiting.bytes;
  }

  /** Takes the next operation whose tool may run now, and moves its caller to the back. */
  take(mayRun: (tool: string) => boolean): Waiting | undefined {
    for (const [caller, line] of this.lines) {
      const index = line.findIndex((waiting) => mayRun(waiting.tool));
      if (index < 0) continue;
      const [taken] = line.splice(index, 1);
      this.lines.delete(caller);
      if (line.length) this.lines.set(caller, line);
      this.leave(taken!);
      return taken;
    }
    return undefined;
  }

  /** Removes an operation from the queue; returns false if it was not waiting. */
  remove(id: string): boolean {
    for (const [caller, line] of this.lines) {
      const index = line.findIndex((waiting) => waiting.id === id);
      if (index < 0) continue;
      const [removed] = line.splice(index, 1);
      if (!line.length) this.lines.delete(caller);
      this.leave(removed!);
      return true;
    }
    return false;
  }

  private leave({ bytes }: Waiting): void {
    this.count--;
    this.bytes -= bytes;
  }
}
