import type { ToolShape } from '../tool/tool';
import { BestTools, ScoreTable, type FoundTool } from './tool-scores';
import { relatedWords, wordsOf } from './search-words';

interface Entry {
  /** Its place in the tables of a search. */
  slot: number;
  readonly tool: ToolShape;
  /** What was indexed: another description makes another entry. */
  readonly described: string;
  readonly nameWords: ReadonlySet<string>;
  readonly summaryWords: ReadonlySet<string>;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

// BM25's usual constants: how fast repetition saturates, and how much long texts are penalised.
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.5;
const WEIGHTS = { name: 5, group: 2.5, summary: 2.5, argument: 1, rest: 0.4 };
const PREFIX_WEIGHT = 0.8;
const LEAST_OF_A_WORD = 0.6;
// Repetition saturates, so a match in the name gets a bonus.
const NAME_BONUS = 0.8;
// A tool must answer at least this part of what is asked, counted by how telling the words are.
const FLOOR = 0.22;
// A word that no tool knows says little about which one is meant.
const UNKNOWN_WEIGHT = 0.4;
// The summary says what a tool does as a whole: words of the question that stand there together count more.
const SUMMARY_BONUS = 0.4;
const EXACT_NAME = 1_000;

// The entries that hold a word, and how much it counts in each.
interface Posting {
  readonly entries: Entry[];
  readonly counts: number[];
}

/** Ranks tools for a plain-text question (BM25 over words, word beginnings and related words); kept, and updated tool by tool. */
export class ToolIndex {
  private readonly entries = new Map<ToolShape, Entry>();
  private readonly postings = new Map<string, Posting>();
  private sorted: string[] | undefined;
  private length = 0;

  /** Makes the index hold exactly these tools; only what is new, changed or gone costs anything. */
  update(tools: Iterable<ToolShape>): void {
    const wanted = new Set(tools);
    for (const [tool, entry] of this.entries) if (!wanted.has(tool)) this.remove(entry);
    for (const tool of wanted) {
      const known = this.entries.get(tool);
      if (known?.described === tool.describe().description) continue;
      if (known) this.remove(known);
      this.add(entryOf(tool));
    }
  }

  /** Returns at most so many tools that answer the question, best first; none if none comes near. */
  search(question: string, most = 10, accepts: (tool: ToolShape) => boolean = () => true): FoundTool[] {
    const words = [...new Set(wordsOf(question))];
    const table = new ScoreTable<Entry>(this.entries.size);
    let slot = 0;
    for (const entry of this.entries.values()) entry.slot = slot++;
    let asked = 0;
    for (const word of words) {
      const rarity = this.rarity(Math.max(1, this.postings.get(word)?.entries.length ?? 0));
      const known = this.score(word, rarity, table);
      table.endWord(rarity);
      asked += known ? rarity : rarity * UNKNOWN_WEIGHT;
    }
    const named = question.trim().toLowerCase();
    const best = new BestTools(most);
    for (const { tool, summaryWords, slot: at } of table.touched) {
      const exact = tool.name.toLowerCase() === named;
      const covered = table.covered[at]!;
      if (!exact && covered < asked * FLOOR) continue;
      const together = words.filter((word) => summaryWords.has(word)).length / words.length;
      const whole = (0.5 + covered / asked) * (1 + SUMMARY_BONUS * together ** 2);
      const score = exact ? table.scores[at]! + EXACT_NAME : table.scores[at]! * whole;
      if (best.wants(score) && accepts(tool)) best.add({ tool, score });
    }
    return best.found;
  }

  // What a word of the question gains for each tool: the best of the word itself, its beginnings and related words.
  private score(word: string, rarity: number, table: ScoreTable<Entry>): boolean {
    const average = this.length / this.entries.size;
    let known = false;
    for (const [form, weight] of this.formsOf(word)) {
      const posting = this.postings.get(form);
      if (!posting) continue;
      known = true;
      const own = this.rarity(posting.entries.length);
      // A related word that most tools have answers nothing.
      const answered = Math.sqrt(weight) * Math.min(1, own / rarity);
      const { entries, counts } = posting;
      for (let at = 0; at < entries.length; at++) {
        const entry = entries[at]!;
        const count = counts[at]!;
        const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * entry.length) / average);
        const bonus = entry.nameWords.has(form) ? NAME_BONUS : 0;
        const gain = weight * own * ((count * (SATURATION + 1)) / (count + norm) + bonus);
        table.offer(entry, gain, answered);
      }
    }
    return known;
  }

  private formsOf(word: string): Map<string, number> {
    const forms = new Map([[word, 1], ...relatedWords(word)]);
    const near = (other: string, part: number): void => {
      if (!forms.has(other)) forms.set(other, PREFIX_WEIGHT * part);
    };
    for (const other of this.startingWith(word)) near(other, word.length / other.length);
    for (let end = word.length - 1; end > 3 && end / word.length >= LEAST_OF_A_WORD; end--)
      if (this.postings.has(word.slice(0, end))) near(word.slice(0, end), end / word.length);
    return forms;
  }

  private startingWith(word: string): string[] {
    if (word.length < 3) return [];
    const words = (this.sorted ??= [...this.postings.keys()].sort());
    let low = 0;
    for (let high = words.length; low < high;) {
      const middle = (low + high) >> 1;
      if (words[middle]! < word) low = middle + 1;
      else high = middle;
    }
    const found: string[] = [];
    while (low < words.length && words[low]!.startsWith(word)) found.push(words[low++]!);
    return found;
  }

  private rarity(tools: number): number {
    return Math.log(1 + (this.entries.size - tools + 0.5) / (tools + 0.5));
  }

  private add(entry: Entry): void {
    this.entries.set(entry.tool, entry);
    this.length += entry.length;
    for (const [word, count] of entry.counts) {
      let posting = this.postings.get(word);
      if (!posting) {
        posting = { entries: [], counts: [] };
        this.postings.set(word, posting);
        this.sorted = undefined;
      }
      posting.entries.push(entry);
      posting.counts.push(count);
    }
  }

  private remove(entry: Entry): void {
    this.entries.delete(entry.tool);
    this.length -= entry.length;
    for (const word of entry.counts.keys()) {
      const posting = this.postings.get(word);
      const at = posting?.entries.indexOf(entry) ?? -1;
      if (!posting || at < 0) continue;
      posting.entries.splice(at, 1);
      posting.counts.splice(at, 1);
      if (posting.entries.length) continue;
      this.postings.delete(word);
      this.sorted = undefined;
    }
  }
}

function entryOf(tool: ToolShape): Entry {
  const counts = new Map<string, number>();
  let length = 0;
  const add = (text: string, weight: number): void => {
    for (const word of wordsOf(text)) {
      counts.set(word, (counts.get(word) ?? 0) + weight);
      length += weight;
    }
  };
  const { summary, description, inputSchema } = tool.describe();
  add(tool.name, WEIGHTS.name);
  add([tool.category, tool.pack, ...tool.tags].join(' '), WEIGHTS.group);
  add(summary, WEIGHTS.summary);
  add(usageOf(description), WEIGHTS.rest);
  for (const [name, schema] of Object.entries(inputSchema.properties)) {
    add(`${name} ${schema.description ?? ''}`, WEIGHTS.argument);
  }
  return {
    slot: 0,
    tool,
    described: description,
    nameWords: new Set(wordsOf(tool.name)),
    summaryWords: new Set(wordsOf(summary)),
    counts,
    length,
  };
}

// The schema section only repeats the arguments, and headings stand in every description.
function usageOf(description: string): string {
  const at = description.indexOf('## Usage Instructions');
  return at < 0 ? '' : description.slice(at).replace(/^## .*$/gm, '');
}
