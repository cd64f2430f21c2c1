import { ToolIndex } from '../discovery/tool-index';
import type { ToolShape } from '../tool/tool';
import { findCandidateTool, type Candidate, type CandidateTool } from './candidate';
import { rateOf, type Rate } from './interval';
import type { Confusion } from './report';
import type { EvalTask } from './task';

/** How well the words of tasks lead to their tools, without any model. */
export interface RetrievalReport {
  readonly label: string;
  /** The share of tasks whose tool is found first, among the first three, and among the first five. */
  readonly first: Rate;
  readonly three: Rate;
  readonly five: Rate;
  /** The mean of 1 / place, 0 for a tool that is not found. */
  readonly meanReciprocalRank: number;
  readonly tasks: readonly {
    readonly id: string;
    readonly expect: readonly string[];
    /** Where the tool was found, from 1; null if it was not. */
    readonly place: number | null;
    /** What was found first. */
    readonly found: string | null;
  }[];
  /** Tools that were found first in the place of others. */
  readonly confusions: readonly Confusion[];
}

const MOST = 20;

/** Searches for the tool of each task by the words of the task, as `find_tools` would; tasks without a tool are left out. */
export function retrievalOf(candidate: Candidate, tasks: readonly EvalTask[]): RetrievalReport {
  const index = new ToolIndex();
  index.update(candidate.tools.map(shapeOf));
  const found = tasks
    .filter(({ expect }) => expect.length)
    .map(({ id, ask, expect }) => {
      const names = index.search(ask, MOST).map(({ tool }) => tool.name);
      const wanted = expect.map((name) => indexName(findCandidateTool(candidate, name)));
      const at = names.findIndex((name) => wanted.includes(name));
      return { id, expect, place: at < 0 ? null : at + 1, found: names[0] ?? null };
    });
  const within = (most: number): Rate =>
    rateOf(found.filter(({ place }) => place !== null && place <= most).length, found.length);
  const ranks = found.reduce((total, { place }) => total + (place === null ? 0 : 1 / place), 0);
  return {
    label: candidate.label,
    first: within(1),
    three: within(3),
    five: within(5),
    meanReciprocalRank: found.length ? Math.round((ranks / found.length) * 10_000) / 10_000 : 0,
    tasks: found,
    confusions: confusionsIn(found),
  };
}

function confusionsIn(found: RetrievalReport['tasks']): Confusion[] {
  const times = new Map<string, Confusion>();
  for (const { place, expect, found: picked } of found) {
    if (place === 1 || picked === null) continue;
    const pair = { expected: expect.join(' or '), picked };
    const key = JSON.stringify(pair);
    times.set(key, { ...pair, times: (times.get(key)?.times ?? 0) + 1 });
  }
  return [...times.values()].sort((a, b) => b.times - a.times);
}

// The index knows tools by their bare names, as `find_tools` does: a prefix that all share tells nothing.
function indexName(tool: CandidateTool | undefined): string | undefined {
  return tool?.bare ?? tool?.name;
}

// What a description says first is taken for its summary, and the rest for how the tool is used.
function shapeOf(tool: CandidateTool): ToolShape {
  const { name, description, inputSchema } = tool;
  const [summary = '', ...rest] = description.replace(/^## Description\s+/, '').split(/\n\s*\n/);
  const described = {
    summary,
    description: `${summary}\n\n## Usage Instructions\n${rest.join('\n\n')}`,
    inputSchema: { ...inputSchema, properties: inputSchema.properties ?? {} },
  };
  return {
    name: indexName(tool)!,
    tags: [],
    enabled: true,
    secrets: [],
    source: name,
    describe: () => described,
    check: (args) => ({ ok: true, args, repairs: [] }),
    run: () => undefined,
  };
}
