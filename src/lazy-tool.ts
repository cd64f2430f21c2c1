import type { ToolClass } from './decorators';
import type { ObjectSchema } from './json-schema';
import type { ToolAnnotations } from './metadata';
import { toolFromClass, type ClassTool, type InstanceOf } from './tool-class';
import type { TypeFacts } from './schema';
import type { Awaitable, Checked, Tool, ToolDescription } from './tool';
import type { ToolContext } from './tool-context';

/** What the build-time manifest holds of one tool: all that listing it needs. */
export interface ManifestTool {
  name: string;
  className: string;
  pack?: string;
  prefix?: string;
  category?: string;
  tags?: string[];
  enabled?: boolean;
  enabledBy?: string;
  timeoutSeconds?: number;
  synchronous?: boolean;
  explicit?: { field: string; literal: string };
  secrets?: string[];
  description: string;
  summary: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations?: ToolAnnotations;
}

/** What the build-time generator writes: the tools, and the types that decorators can't see. */
export interface Manifest {
  tools: readonly ManifestTool[];
  types: TypeFacts;
}

/** A manifest as a JSON import types it, where literals are plain strings. */
export interface ManifestJson {
  readonly tools: readonly object[];
  readonly types: object;
}

/** A tool known from the manifest, whose module is imported on its first call. */
export class LazyTool implements Tool {
  private loaded: ClassTool | undefined;
  private loading: Promise<ClassTool> | undefined;

  constructor(
    private readonly entry: ManifestTool,
    private readonly load: () => Promise<ToolClass>,
    private readonly options: { instanceOf: InstanceOf; facts?: TypeFacts; pack?: string },
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

  get synchronous(): boolean | undefined {
    return this.entry.synchronous;
  }

  get explicit(): { field: string; literal: string } | undefined {
    return this.entry.explicit;
  }

  get secrets(): readonly string[] {
    return this.entry.secrets ?? [];
  }

  get source(): string {
    return `class ${this.entry.className}`;
  }

  describe(): ToolDescription {
    return this.entry;
  }

  check(raw: Record<string, unknown>): Awaitable<Checked> {
    return this.loaded ? this.loaded.check(raw) : this.ready().then((tool) => tool.check(raw));
  }

  run(args: object, context: ToolContext): unknown {
    return this.loaded
      ? this.loaded.run(args, context)
      : this.ready().then((tool) => tool.run(args, context));
  }

  private ready(): Promise<ClassTool> {
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
