import { exceptionMessage } from '../../base/exception';
import { wordToolNames, type ToolSpelling } from '../../base/word-tool-names';
import { ToolError } from '../../errors';
import type { Logger } from '../../logger';
import { logUnlisted } from '../../registries/log-unlisted';
import type { ToolRegistry } from '../../registries/tool-registry';
import { spellingOf } from '../../registries/tool-spelling';
import { descriptionIn, type DescriptionDetail } from '../../tool/description-detail';
import type { ToolShape } from '../../tool/tool';

/** How the entry of a tool is written. */
export interface EntryOptions {
  /** All four sections, or only the first. */
  descriptions?: DescriptionDetail;
  /** Present if tools can be called as tasks. */
  tasks?: unknown;
}

// The packs whose tools read the answers of other tools, and wait for them.
const SERVES_OTHERS: ReadonlySet<string | undefined> = new Set(['answers', 'operations']);

/** Returns how a tool can be called as a task; undefined if it can't. */
export function taskSupportOf(tool: ToolShape | undefined): 'optional' | 'required' | undefined {
  return tool?.synchronous === false ? (tool.taskSupport ?? 'optional') : undefined;
}

/** Writes the entries of some tools in `tools/list`. */
export class ToolEntries {
  private readonly spelling: ToolSpelling;
  private readonly mistakes = new Map<ToolShape, string>();

  constructor(
    private readonly registry: ToolRegistry,
    private readonly tools: readonly ToolShape[],
    private readonly options: EntryOptions,
    private readonly log: Logger,
  ) {
    this.spelling = spellingOf(registry, tools);
  }

  /** The entry of a tool as JSON; undefined if a mistake of its author's keeps it from being listed. */
  readonly of = (tool: ToolShape): string | undefined => {
    try {
      return this.entry(tool);
    } catch (error) {
      // A mistake in one class must not remove the others from the list.
      logUnlisted(tool, error, this.log);
      this.mistakes.set(tool, exceptionMessage(error));
      return undefined;
    }
  };

  /** Whether mistakes keep any tool out of the list. */
  get hasMistakes(): boolean {
    return this.mistakes.size > 0;
  }

  /** Throws what is wrong with every tool, if that was found of all that are of use by themselves. */
  refuseIfNone(): void {
    const left = this.tools.filter((tool) => !this.mistakes.has(tool) && !SERVES_OTHERS.has(tool.pack));
    if (!this.hasMistakes || left.length) return;
    throw new ToolError(`No tool can be listed.\n${[...this.mistakes.values()].join('\n')}`);
  }

  // Put together as text: a schema that is known as text needs neither parsing nor serialising.
  private entry(tool: ToolShape): string {
    const described = tool.describe();
    const { annotations, inputText } = described;
    const description = worded(descriptionIn(this.options.descriptions ?? 'full', described), this.spelling);
    const name = this.registry.exposedName(tool);
    const head = JSON.stringify({ name, title: annotations?.title, description });
    let entry = `${head.slice(0, -1)},"inputSchema":${inputText ?? JSON.stringify(described.inputSchema)}`;
    const outputSchema = described.outputSchema && this.registry.listedOutput(tool);
    if (outputSchema) entry += `,"outputSchema":${JSON.stringify(outputSchema)}`;
    if (annotations) entry += `,"annotations":${JSON.stringify(annotations)}`;
    const taskSupport = this.options.tasks && taskSupportOf(tool);
    if (taskSupport) entry += `,"execution":${JSON.stringify({ taskSupport })}`;
    return `${entry}}`;
  }
}

// The schema and the examples are what is sent and received, so they stay as they are.
function worded(description: string, spelling: ToolSpelling): string {
  if (!spelling.size) return description;
  const sections = description.split(
    /^(?=## (?:Description|JSON Schema|Usage Instructions|Concrete Examples)$)/m,
  );
  return sections
    .map((section) => (/^## (JSON|Concrete)/.test(section) ? section : wordToolNames(section, spelling)))
    .join('');
}
