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

// What is known of a tool so far. A manifest may be older than its class, which takes precedence as soon as it is loaded.
interface Known {
  facts: WrittenTool | AnnotatedTool;
  loaded: AnnotatedTool | undefined;
  loading: Promise<AnnotatedTool> | undefined;
  described: ToolDescription | undefined;
}

/** A tool from the manifest, whose module is imported on its first call. */
export class LazyTool implements ToolShape {
  // In an object of its own, because a tool that only differs in its description inherits from this one.
  private readonly known: Known;

  constructor(
    private readonly entry: WrittenTool,
    private readonly load: LazySource['load'],
    private readonly options: LazyToolOptions,
    readonly pack?: string,
  ) {
    this.known = { facts: entry, loaded: undefined, loading: undefined, described: undefined };
  }

  get name(): string {
    return this.entry.name;
  }

  get prefix(): string | undefined {
    return this.entry.prefix;
  }

  get category(): string | undefined {
    return this.known.facts.category;
  }

  get tags(): readonly string[] {
    return this.known.facts.tags ?? [];
  }

  get enabled(): boolean {
    return this.known.facts.enabled ?? true;
  }

  get enabledBy(): string | undefined {
    return this.known.facts.enabledBy;
  }

  get timeoutSeconds(): number | undefined {
    return this.known.facts.timeoutSeconds;
  }

  get answerBudget(): number | undefined {
    return this.known.facts.answerBudget;
  }

  get synchronous(): boolean | undefined {
    return this.known.facts.synchronous;
  }

  get taskSupport(): 'optional' | 'required' | undefined {
    return this.known.facts.taskSupport;
  }

  get idempotencyKey(): readonly string[] | undefined {
    return this.known.facts.idempotencyKey;
  }

  get explicit(): { field: string; literal: string } | undefined {
    return this.known.facts.explicit;
  }

  get secrets(): readonly string[] {
    return this.known.facts.secrets ?? [];
  }

  get accesses(): readonly DeclaredAccess[] {
    return this.known.facts.accesses ?? [];
  }

  get source(): string {
    return `class ${this.entry.className}`;
  }

  get bareOutput(): boolean {
    return this.options.output === 'value' && this.describe().outputSchema !== undefined;
  }

  describe(): ToolDescription {
    return (this.known.described ??= describedAs(new LateDescription(this.entry), this.options.output));
  }

  async examples(): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return (await this.ready()).examples();
  }

  check(raw: Record<string, unknown>): Awaitable<Checked> {
    const { loaded } = this.known;
    return loaded ? loaded.check(raw) : this.ready().then((tool) => tool.check(raw));
  }

  run(args: object, context: ToolContext): unknown {
    const { loaded } = this.known;
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
    if (isStale(this.entry, tool, this.options.facts)) problems.add(staleEntry(this.entry));
  }

  private ready(): Promise<AnnotatedTool> {
    const { known } = this;
    known.loading ??= this.load(this.entry).then(
      (cls) => this.take(toolFromClass(loadedClass(cls, this.entry), this.options)),
      (error: unknown) => {
        known.loading = undefined;
        throw error;
      },
    );
    return known.loading;
  }

  private take(tool: AnnotatedTool): AnnotatedTool {
    this.known.loaded = tool;
    this.known.facts = tool;
    if (isStale(this.entry, tool, this.options.facts)) {
      this.known.described = tool.describe();
      this.options.onStale?.(staleEntry(this.entry));
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
