/** A queued operation: its caller and its tool. */
export interface Waiting {
  readonly id: string;
  readonly caller: string;
  readonly tool: string;
}

/** A queue that alternates between callers, so that one with a hundred calls does not block the others. */
export class FairQueue {
  private readonly lines = new Map<string, Waiting[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(waiting: Waiting): void {
    const line = this.lines.get(waiting.caller);
    if (line) line.push(waiting);
    else this.lines.set(waiting.caller, [waiting]);
    this.count++;
  }

  /** Takes the next operation whose tool may run now, and moves its caller to the back. */
  take(mayRun: (tool: string) => boolean): Waiting | undefined {
    for (const [caller, line] of this.lines) {
      const index = line.findIndex((waiting) => mayRun(waiting.tool));
      if (index < 0) continue;
      const [taken] = line.splice(index, 1);
      this.lines.delete(caller);
      if (line.length) this.lines.set(caller, line);
      this.count--;
      return taken;
    }
    return undefined;
  }

  /** Removes an operation from the queue; returns false if it was not waiting. */
  remove(id: string): boolean {
    for (const [caller, line] of this.lines) {
      const index = line.findIndex((waiting) => waiting.id === id);
      if (index < 0) continue;
      line.splice(index, 1);
      if (!line.length) this.lines.delete(caller);
      this.count--;
      return true;
    }
    return false;
  }
}
