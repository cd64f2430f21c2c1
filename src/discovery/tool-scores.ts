import type { ToolShape } from '../tool/tool';

/** A tool found, and its score. */
export interface FoundTool {
  readonly tool: ToolShape;
  readonly score: number;
}

/** Adds up what the words of one question gain for each entry of an index; of one word only the best gain counts. */
export class ScoreTable<Entry extends { slot: number }> {
  readonly scores: Float64Array;
  /** How much of the question an entry answers. */
  readonly covered: Float64Array;
  readonly touched: Entry[] = [];
  private readonly gains: Float64Array;
  private readonly answered: Float64Array;
  private ofWord: Entry[] = [];

  constructor(entries: number) {
    this.scores = new Float64Array(entries);
    this.covered = new Float64Array(entries);
    this.gains = new Float64Array(entries);
    this.answered = new Float64Array(entries);
  }

  /** Offers a gain of the present word, and how much of the word it answers. */
  offer(entry: Entry, gain: number, answered: number): void {
    const { slot } = entry;
    if (this.answered[slot] === 0) this.ofWord.push(entry);
    if (gain > this.gains[slot]!) this.gains[slot] = gain;
    if (answered > this.answered[slot]!) this.answered[slot] = answered;
  }

  /** Takes the best gains of the present word; the next word begins. */
  endWord(rarity: number): void {
    for (const entry of this.ofWord) {
      const { slot } = entry;
      if (this.scores[slot] === 0) this.touched.push(entry);
      this.scores[slot]! += this.gains[slot]!;
      this.covered[slot]! += rarity * this.answered[slot]!;
      this.gains[slot] = 0;
      this.answered[slot] = 0;
    }
    this.ofWord = [];
  }
}

/** Keeps the best of what is found, best first. */
export class BestTools {
  readonly found: FoundTool[] = [];

  constructor(private readonly most: number) {}

  /** Returns whether a score would be among the best. */
  wants(score: number): boolean {
    return this.found.length < this.most || score > this.found.at(-1)!.score;
  }

  add(tool: FoundTool): void {
    let at = this.found.length;
    while (at > 0 && this.found[at - 1]!.score < tool.score) at--;
    this.found.splice(at, 0, tool);
    if (this.found.length > this.most) this.found.pop();
  }
}
