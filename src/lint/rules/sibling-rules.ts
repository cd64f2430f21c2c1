import type { LintedTool, Rule } from '../rule';
import { contentWords, stem } from '../compared-words';

const ALIKE = 0.8;
const FEWEST_WORDS = 4;

/** The rules about tools that a model can't tell apart. */
export const SIBLING_RULES: readonly Rule[] = [
  {
    id: 'sibling-same-description',
    severity: 'warning',
    about: 'two tools with the same description',
    evidence: 'Where descriptions are equal, only the name is left to choose by.',
    source: 'Anthropic, “Writing effective tools for agents”: overlapping tools distract agents',
    *find({ tools }) {
      const seen = new Map<string, LintedTool>();
      for (const tool of tools) {
        const text = tool.description.trim().toLowerCase().replace(/\s+/g, ' ');
        const first = seen.get(text);
        if (!text) continue;
        if (!first) seen.set(text, tool);
        else if (first.name !== tool.name)
          yield {
            subject: tool.subject,
            message: `has the same description as ${first.name}`,
            cure: 'Say in each what is different about it, or make them one tool with an argument.',
          };
      }
    },
  },
  {
    id: 'sibling-alike',
    severity: 'warning',
    about: 'two tools whose descriptions nearly coincide',
    evidence:
      'Models confuse tools whose descriptions share nearly all their words and differ in none that matters.',
    source: 'Anthropic, “Writing effective tools for agents”: overlapping tools distract agents',
    *find({ tools }) {
      const sets = tools.map((tool) => ({
        tool,
        words: new Set(contentWords(proseOf(tool.description)).map(stem)),
      }));
      for (const [index, { tool, words }] of sets.entries())
        for (const other of sets.slice(0, index))
          if (tool.name !== other.tool.name && areAlike(tool, words, other.tool, other.words)) {
            yield {
              subject: tool.subject,
              message: `is described almost like ${other.tool.name}`,
              cure: 'Say in each when to use it rather than the other.',
            };
            break;
          }
    },
  },
];

// Words of the names that the descriptions repeat are what tells them apart: a bar chart from a line chart.
function areAlike(
  a: LintedTool,
  words: ReadonlySet<string>,
  b: LintedTool,
  others: ReadonlySet<string>,
): boolean {
  if (Math.min(words.size, others.size) < FEWEST_WORDS) return false;
  const most = Math.max(words.size, others.size);
  if (Math.min(words.size, others.size) < ALIKE * most) return false;
  const named = new Set([...a.words, ...b.words].map(stem));
  let shared = 0;
  for (const word of words) {
    if (others.has(word)) shared++;
    else if (named.has(word)) return false;
  }
  for (const word of others) if (!words.has(word) && named.has(word)) return false;
  const union = words.size + others.size - shared;
  return union !== shared && shared / union >= ALIKE && inOrder(words, others);
}

// “An address into coordinates” is the reverse of “coordinates into an address”, in the same words.
function inOrder(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const [here, there] = [
    [...words].filter((word) => others.has(word)),
    [...others].filter((word) => words.has(word)),
  ];
  return here.every((word, index) => word === there[index]);
}

// Schemas and examples within a description share their words with every other.
function proseOf(description: string): string {
  return description.replace(/```[^]*?```/g, '');
}
