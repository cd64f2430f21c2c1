import type { ToolShape } from '../tool/tool';
import { synonymsOf, wordsOf } from './search-words';

/** A tool found, and its score. */
export interface FoundTool {
  readonly tool: ToolShape;
  readonly score: number;
}

interface Entry {
  readonly tool: ToolShape;
  readonly nameWords: ReadonlySet<string>;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

// BM25's usual constants: how fast repetition saturates, and how much long texts are penalised.
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.6;
const WEIGHTS = { name: 5, group: 2, summary: 2, argument: 1, rest: 0.4 };
const PREFIX_WEIGHT = 0.6;
const SYNONYM_WEIGHT = 0.3;
// Repetition saturates, so a match in the name gets a bonus.
const NAME_BONUS = 1;

/** Ranks tools for a plain-text question by their names, groups, descriptions and arguments (BM25). */
export function searchTools(question: string, tools: readonly ToolShape[]): FoundTool[] {
  const entries = tools.map(entryOf);
  const average = entries.reduce((sum, entry) => sum + entry.length, 0) / (entries.length || 1);
  const words = [...new Set(wordsOf(question))];
  const scores = new Map<ToolShape, number>();
  for (const word of words) {
    const hits = entries
      .map((entry) => ({ entry, count: countOf(entry, word) }))
      .filter(({ count }) => count > 0);
    const rarity = Math.log(1 + (entries.length - hits.length + 0.5) / (hits.length + 0.5));
    for (const { entry, count } of hits) {
      const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * entry.length) / average);
      const gain = (rarity * count * (SATURATION + 1)) / (count + norm);
      const bonus = entry.nameWords.has(word) ? NAME_BONUS * rarity : 0;
      scores.set(entry.tool, (scores.get(entry.tool) ?? 0) + gain + bonus);
    }
  }
  const named = question.trim().toLowerCase();
  for (const { tool } of entries)
    if (tool.name.toLowerCase() === named) scores.set(tool, (scores.get(tool) ?? 0) + 100);
  return [...scores].map(([tool, score]) => ({ tool, score })).sort((a, b) => b.score - a.score);
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
  return { tool, nameWords: new Set(wordsOf(tool.name)), counts, length };
}

// A prefix match counts less than the word itself, and a synonym less still.
function countOf(entry: Entry, word: string): number {
  const meant = Math.max(0, ...synonymsOf(word).map((each) => entry.counts.get(each) ?? 0));
  return formsOf(entry, word) + meant * SYNONYM_WEIGHT;
}

function formsOf({ counts }: Entry, word: string): number {
  let count = counts.get(word) ?? 0;
  if (word.length < 3) return count;
  for (const [each, times] of counts) {
    const related = each.startsWith(word) || (each.length > 3 && word.startsWith(each));
    if (each !== word && related) count += times * PREFIX_WEIGHT;
  }
  return count;
}

// The schema section only repeats the arguments.
function usageOf(description: string): string {
  const at = description.indexOf('## Usage Instructions');
  return at < 0 ? '' : description.slice(at);
}
