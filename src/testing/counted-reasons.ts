import { shownMessage } from './fuzzed-arguments';

const MOST_REASONS = 3;

interface Reason<Fact> {
  readonly fact: Fact;
  readonly args: object;
  count: number;
}

/** Counts for what reasons calls of a fuzz did not succeed, with the first arguments for each. */
export class CountedReasons<Fact> {
  private readonly reasons = new Map<string, Reason<Fact>>();
  total = 0;

  add(error: string, fact: Fact, args: object): void {
    this.total++;
    const known = this.reasons.get(error);
    if (known) known.count++;
    else this.reasons.set(error, { fact, count: 1, args });
  }

  /** What is known of each reason besides its message, the most frequent first. */
  get facts(): Fact[] {
    return this.sorted.map(([, { fact }]) => fact);
  }

  /** Returns the most frequent reasons as lines, and how many others there are. */
  lines(named: (fact: Fact) => string, shown: (args: object) => string): string[] {
    const { sorted } = this;
    const lines = sorted
      .slice(0, MOST_REASONS)
      .map(
        ([error, { fact, count, args }]) =>
          `  ${count} ${named(fact)}: ${shownMessage(error)}\n    ${shown(args)}`,
      );
    const left = sorted.length - lines.length;
    return left > 0 ? [...lines, `  and for ${left} other reasons`] : lines;
  }

  private get sorted(): [string, Reason<Fact>][] {
    return [...this.reasons].sort(([, one], [, other]) => other.count - one.count);
  }
}
