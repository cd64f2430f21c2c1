import type { DeclaredAccess } from '../base/access';
import type { AuthorProblems } from '../author-problems';
import type { ToolClass } from '../decorators';
import { AuthorError } from '../errors';
import type { ManifestTool } from './manifest';
import { toolFromClass, type AnnotatedTool, type ToolOptions } from './annotated-tool';
import { describedAs, describeToolClass } from './class-description';
import type { InstanceOf } from './verify-examples';
import type { Awaitable } from '../base/awaitable';
import type { Checked } from '../schema/checked-args';
import type { ToolShape, ToolDescription } from './tool';
import type { ToolContext } from '../tool-context';

/** A tool from the manifest, whose module is imported on its first call. */
export class LazyTool implements ToolShape {
  private loaded: AnnotatedTool | undefined;
  private loading: Promise<AnnotatedTool> | undefined;

  constructor(
    private readonly entry: ManifestTool,
    private readonly load: () => Promise<ToolClass>,
    private readonly options: ToolOptions & { instanceOf: InstanceOf },
  ) {}

  get name(): string {
    return this.entry.name;
  }

  get prefix(): string | undefined {
    return this.entry.prefix;
  }

  get category(): string | undefined {
    return this.entry.category;
  }

  get tags(): readonly string[] {
    return this.entry.tags ?? [];
  }

  get pack(): string | undefined {
    return this.options.pack ?? this.entry.pack;
  }

  get enabled(): boolean {
    return this.entry.enabled ?? true;
  }

  get enabledBy(): string | undefined {
    return this.entry.enabledBy;
  }

  get timeoutSeconds(): number | undefined {
    return this.entry.timeoutSeconds;
  }

  get answerBudget(): number | undefined {
    return this.entry.answerBudget;
  }

  get synchronous(): boolean | undefined {
    return this.entry.synchronous;
  }

  get taskSupport(): 'optional' | 'required' | undefined {
    return this.entry.taskSupport;
  }

  get explicit(): { field: string; literal: string } | undefined {
    return this.entry.explicit;
  }

  get secrets(): readonly string[] {
    return this.entry.secrets ?? [];
  }

  // A manifest may be older than its class, which takes precedence.
  get accesses(): readonly DeclaredAccess[] {
    return this.loaded ? this.loaded.accesses : (this.entry.accesses ?? []);
  }

  get source(): string {
    return `class ${this.entry.className}`;
  }

  get bareOutput(): boolean {
    return this.options.output === 'value' && this.entry.outputSchema !== undefined;
  }

  describe(): ToolDescription {
    return describedAs(this.entry, this.options.output);
  }

  check(raw: Record<string, unknown>): Awaitable<Checked> {
    return this.loaded ? this.loaded.check(raw) : this.ready().then((tool) => tool.check(raw));
  }

  run(args: object, context: ToolContext): unknown {
    return this.loaded
      ? this.loaded.run(args, context)
      : this.ready().then((tool) => tool.run(args, context));
  }

  async verify(problems: AuthorProblems): Promise<void> {
    let tool: AnnotatedTool;
    try {
      tool = await this.ready();
    } catch (error) {
      problems.add(error, this.source);
      return;
    }
    await tool.verify(problems);
    const { handler } = tool.declaration;
    const described = problems.attempt(() => describeToolClass(handler, this.options.facts), this.source);
    if (described && !(tool.name === this.name && sameDescription(described, this.entry)))
      problems.add(staleEntry(this.entry));
  }

  private ready(): Promise<AnnotatedTool> {
    this.loading ??= this.load().then(
      (cls) => (this.loaded = toolFromClass(cls, this.options)),
      (error: unknown) => {
        this.loading = undefined;
        throw error;
      },
    );
    return this.loading;
  }
}

function sameDescription(described: ToolDescription, entry: ToolDescription): boolean {
  return PUBLISHED.every((key) => JSON.stringify(described[key]) === JSON.stringify(entry[key]));
}

const PUBLISHED = [
  'description',
  'summary',
  'inputSchema',
  'outputSchema',
  'returns',
  'annotations',
] as const;

function staleEntry({ name, className }: ManifestTool): AuthorError {
  return new AuthorError(
    `class ${className}`,
    `does not match its manifest entry, ${name}.`,
    'Run `toolwright generate` again.',
  );
}
