import type { DeclaredAccess } from '../base/access';
import type { AuthorProblems } from '../author-problems';
import type { ToolClass } from '../decorators';
import { AuthorError } from '../errors';
import type { LazySource, WrittenTool } from './manifest';
import { toolFromClass, type AnnotatedTool, type ToolOptions } from './annotated-tool';
import { sameJson } from '../json/same-json';
import type { TypeFacts } from '../schema/field-facts';
import { describedAs } from './class-description';
import { LateDescription } from './late-description';
import { manifestEntryOf } from './manifest-entry';
import type { InstanceOf } from './verify-examples';
import type { Awaitable } from '../base/awaitable';
import type { Checked } from '../schema/checked-args';
import type { ToolShape, ToolDescription } from './tool';
import type { ToolContext } from '../tool-context';

/** What a lazy tool is made with. */
export interface LazyToolOptions extends ToolOptions {
  readonly instanceOf: InstanceOf;
  /** Called when a class is loaded that its entry no longer describes; from then on the class counts. */
  readonly onStale?: (problem: AuthorError) => void;
}

/** A tool from the manifest, whose module is imported on its first call. */
export class LazyTool implements ToolShape {
  // A tool that only differs in its description inherits from this one, and must not have a state of its own.
  private readonly own: this;
  // A manifest may be older than its class, which takes precedence as soon as it is loaded.
  private facts: WrittenTool | AnnotatedTool;
  private loaded: AnnotatedTool | undefined;
  private loading: Promise<AnnotatedTool> | undefined;
  private described: ToolDescription | undefined;

  constructor(
    private readonly lazy: LazySource,
    private readonly options: LazyToolOptions,
  ) {
    this.own = this;
    this.facts = lazy.entry;
    this.loaded = undefined;
    this.loading = undefined;
    this.described = undefined;
  }

  get pack(): string | undefined {
    return this.lazy.pack;
  }

  get name(): string {
    return this.lazy.entry.name;
  }

  get prefix(): string | undefined {
    return this.lazy.entry.prefix;
  }

  get category(): string | undefined {
    return this.own.facts.category;
  }

  get tags(): readonly string[] {
    return this.own.facts.tags ?? [];
  }

  get enabled(): boolean {
    return this.own.facts.enabled ?? true;
  }

  get enabledBy(): string | undefined {
    return this.own.facts.enabledBy;
  }

  get timeoutSeconds(): number | undefined {
    return this.own.facts.timeoutSeconds;
  }

  get answerBudget(): number | undefined {
    return this.own.facts.answerBudget;
  }

  get synchronous(): boolean | undefined {
    return this.own.facts.synchronous;
  }

  get taskSupport(): 'optional' | 'required' | undefined {
    return this.own.facts.taskSupport;
  }

  get idempotencyKey(): readonly string[] | undefined {
    return this.own.facts.idempotencyKey;
  }

  get explicit(): { field: string; literal: string } | undefined {
    return this.own.facts.explicit;
  }

  get secrets(): readonly string[] {
    return this.own.facts.secrets ?? [];
  }

  get accesses(): readonly DeclaredAccess[] {
    return this.own.facts.accesses ?? [];
  }

  get source(): string {
    return `class ${this.lazy.entry.className}`;
  }

  get bareOutput(): boolean {
    return this.options.output === 'value' && this.describe().outputSchema !== undefined;
  }

  describe(): ToolDescription {
    return (this.own.described ??= describedAs(new LateDescription(this.lazy.entry), this.options.output));
  }

  async examples(): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return (await this.ready()).examples();
  }

  check(raw: Record<string, unknown>): Awaitable<Checked> {
    const { loaded } = this.own;
    return loaded ? loaded.check(raw) : this.ready().then((tool) => tool.check(raw));
  }

  run(args: object, context: ToolContext): unknown {
    const { loaded } = this.own;
    return loaded ? loaded.run(args, context) : this.ready().then((tool) => tool.run(args, context));
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
    if (isStale(this.lazy.entry, tool, this.options.facts)) problems.add(staleEntry(this.lazy.entry));
  }

  private ready(): Promise<AnnotatedTool> {
    const { own } = this;
    own.loading ??= this.lazy.load(this.lazy.entry).then(
      (cls) => this.take(toolFromClass(loadedClass(cls, this.lazy.entry), this.options)),
      (error: unknown) => {
        own.loading = undefined;
        throw error;
      },
    );
    return own.loading;
  }

  private take(tool: AnnotatedTool): AnnotatedTool {
    this.own.loaded = tool;
    this.own.facts = tool;
    if (isStale(this.lazy.entry, tool, this.options.facts)) {
      this.own.described = tool.describe();
      this.options.onStale?.(staleEntry(this.lazy.entry));
    }
    return tool;
  }
}

// A module that no longer exports its class gives undefined.
function loadedClass(loaded: unknown, { name, className }: WrittenTool): ToolClass {
  if (typeof loaded === 'function') return loaded as ToolClass;
  throw new AuthorError(
    'lazyTools',
    `loads ${String(loaded)} for ${name} instead of a class.`,
    `Return ${className} from its module.`,
  );
}

// A class that cannot be described at all is reported by what is called next.
function isStale(entry: WrittenTool, tool: AnnotatedTool, facts?: TypeFacts): boolean {
  try {
    const now = manifestEntryOf(tool.declaration.handler, facts);
    const { inputSchema } = new LateDescription(entry);
    return !sameJson({ ...entry, inputSchema }, JSON.parse(JSON.stringify(now)));
  } catch {
    return false;
  }
}

function staleEntry({ name, className }: WrittenTool): AuthorError {
  return new AuthorError(
    `class ${className}`,
    `does not match its manifest entry, ${name}.`,
    'Run `toolwright generate` again.',
  );
}
