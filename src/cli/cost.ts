import type { DescriptionDetail } from '../tool/description-detail';
import type { ToolResult } from '../tool-result';
import { tokensOfListing } from '../tokens/text-token-estimate';
import { Exposure, type ExposureMode } from '../registries/tool-exposure';
import { ENTRY_TOOLS } from '../app/wiring/name-entry-tools';
import type { ToolRegistry } from '../registries/tool-registry';
import { ToolList } from '../serve/parts/tool-list';
import { FindTools } from '../tools/find-tools';

/** The size of something in an agent's context. */
export interface Cost {
  bytes: number;
  tokens: number;
}

/** The cost of one way of listing the tools. */
export interface ModeCost extends Cost {
  mode: ExposureMode;
  descriptions: DescriptionDetail;
  /** The number of listed tools. */
  tools: number;
  /** The average cost of one search for tools: question and answer. */
  search?: Cost;
}

/** The cost of `tools/list`, by tool and by mode. */
export interface CostReport {
  tools: (Cost & { name: string })[];
  modes: ModeCost[];
}

const DETAILS: readonly DescriptionDetail[] = ['full', 'compact', 'terse'];

/** Measures the context taken by `tools/list` and the instructions, and by finding tools in modes that list few. */
export function measureCost(
  registry: ToolRegistry,
  descriptions: DescriptionDetail,
  instructions: (mode: ExposureMode) => string,
): CostReport {
  const all = listed(registry, new Exposure(registry, 'all', ENTRY_TOOLS), descriptions);
  const tools = [...all].map(([name, entry]) => ({ name, ...costOf(entry) }));
  const possible = (['all', 'search', 'code'] as const).filter((mode) => canExpose(registry, mode));
  const modes = DETAILS.flatMap((each) =>
    possible.map((mode) => modeCost(registry, mode, each, instructions(mode))),
  );
  return { tools: tools.sort((a, b) => b.bytes - a.bytes), modes };
}

/** Measures one way of listing the tools: each entry by its published name, and all of it with the instructions. */
export function measureListing(
  registry: ToolRegistry,
  mode: ExposureMode,
  descriptions: DescriptionDetail,
  instructions: string,
): { readonly tools: ReadonlyMap<string, Cost>; readonly total: Cost } {
  const entries = listed(registry, new Exposure(registry, mode, ENTRY_TOOLS), descriptions);
  const tools = new Map([...entries].map(([name, entry]) => [name, costOf(entry)]));
  return { tools, total: costOf(`{"tools":[${[...entries.values()].join(',')}]}${instructions}`) };
}

// An app without the pack `code` has neither the tool that finds others nor the one that runs them.
function canExpose(registry: ToolRegistry, mode: ExposureMode): boolean {
  return mode === 'all' || registry.get(mode === 'code' ? 'run' : 'call_tool') !== undefined;
}

/** Measures a text. */
export function costOf(text: string): Cost {
  return { bytes: Buffer.byteLength(text), tokens: tokensOfListing(text) };
}

function modeCost(
  registry: ToolRegistry,
  mode: ExposureMode,
  descriptions: DescriptionDetail,
  instructions: string,
): ModeCost {
  const { tools, total } = measureListing(registry, mode, descriptions, instructions);
  const search = mode === 'all' ? undefined : searchCost(registry, mode);
  return { mode, descriptions, tools: tools.size, ...total, ...(search && { search }) };
}

// Searches for every tool with words from its own description: what an agent that knows its need would ask.
function searchCost(registry: ToolRegistry, mode: ExposureMode): Cost | undefined {
  const tools = registry.list({ enabledOnly: true });
  if (!registry.isEnabled('find_tools') || !tools.length) return undefined;
  const cost = { bytes: 0, tokens: 0 };
  const finder = new FindTools(registry, new Exposure(registry, mode, ENTRY_TOOLS));
  for (const tool of tools) {
    const [query = ''] = tool.describe().summary.split('\n', 1);
    const answer = finder.run({ query, limit: 5, detail: 'brief' });
    const { bytes, tokens } = costOf(JSON.stringify({ query }) + textOf(answer));
    cost.bytes += bytes;
    cost.tokens += tokens;
  }
  return { bytes: Math.round(cost.bytes / tools.length), tokens: Math.round(cost.tokens / tools.length) };
}

function listed(
  registry: ToolRegistry,
  exposure: Exposure,
  descriptions: DescriptionDetail,
): Map<string, string> {
  // A server that runs tools in the background offers tasks, and says so of each of these tools.
  const tasks = registry.some(({ pack }) => pack === 'operations');
  const options = { descriptions, visible: exposure.visible, tasks };
  const list = new ToolList(registry, options, registry.log);
  return new Map(list.all().map((entry) => [(JSON.parse(entry) as { name: string }).name, entry]));
}

function textOf({ content }: ToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
