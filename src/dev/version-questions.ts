import type { VersionHandle } from './version-handle';

interface OpenQuestion {
  readonly asker: VersionHandle;
  /** The asker's own number for it. */
  readonly number: number;
  readonly waitsFor: Set<VersionHandle>;
  readonly values: unknown[];
}

/** What versions ask each other about operations: carried to all others, and their replies back together. */
export class VersionQuestions {
  private readonly open = new Map<number, OpenQuestion>();
  private count = 0;

  ask(asker: VersionHandle, number: number, question: unknown, others: readonly VersionHandle[]): void {
    const asked = { asker, number, waitsFor: new Set(others), values: [] };
    const key = ++this.count;
    this.open.set(key, asked);
    for (const other of others) other.send({ kind: 'asked', number: key, question });
    this.endIfReplied(key, asked);
  }

  replied(version: VersionHandle, key: number, value: unknown): void {
    const asked = this.open.get(key);
    if (!asked?.waitsFor.delete(version)) return;
    if (value !== undefined) asked.values.push(value);
    this.endIfReplied(key, asked);
  }

  /** A version ended: nobody waits for its replies any more, and it for none. */
  forget(version: VersionHandle): void {
    for (const [key, asked] of this.open) {
      if (asked.asker === version) this.open.delete(key);
      else if (asked.waitsFor.delete(version)) this.endIfReplied(key, asked);
    }
  }

  private endIfReplied(key: number, { asker, number, waitsFor, values }: OpenQuestion): void {
    if (waitsFor.size) return;
    this.open.delete(key);
    asker.send({ kind: 'told', number, values });
  }
}
