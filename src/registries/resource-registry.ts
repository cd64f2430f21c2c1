import { acrossCopies } from '../base/any-copy';
import { CallContext, outerDoor, type CallOptions } from '../calls/call-context';
import { OpenCallReport } from '../calls/open-call-report';
import type { ResourceClass } from '../decorators';
import type { AuthorProblems } from '../author-problems';
import { ToolError } from '../errors';
import type { ResourceNote } from '../metadata';
import type { ToolRegistry } from './tool-registry';
import { toContents, type ResourceContents } from './resource-contents';
import { toCompletions, toEntries } from './returned-lists';
import type {
  LazyResource,
  ResourceEntry,
  ResourceInstance,
  ResourceSource,
  TemplateEntry,
} from './resource-shapes';
import { noteOfResource, refuseWrongResource } from './resource-mistakes';
import { UriTemplate } from './uri-template';
import { verifyInstance } from '../tool/verify-examples';

interface Held {
  /** The name of its class, for messages to its author. */
  readonly className: string;
  readonly note: ResourceNote;
  readonly template: UriTemplate;
  readonly instance: ResourceInstance;
}

type Options = Omit<CallOptions, 'door'>;

/** There is no resource at this URI. */
export class ResourceNotFoundError extends ToolError {
  override readonly code = -32002;

  constructor(readonly uri: string) {
    super(`Resource not found: ${uri}`);
  }
}

/** Lists, reads and watches resources; instances come from the tool registry's container. */
export class ResourceRegistry {
  private readonly sources: LazyResource[] = [];
  private readonly held = new Map<LazyResource, Promise<Held>>();
  private readonly listListeners = new Set<() => void>();
  private readonly updateListeners = new Set<(uri: string) => void>();
  private readonly listWatches = new Map<ResourceInstance, () => void>();

  constructor(
    sources: ResourceSource,
    private readonly tools: ToolRegistry,
  ) {
    this.add(sources);
  }

  /** Adds resources and notifies listeners. */
  register(source: ResourceSource): void {
    this.add(source);
    this.listChanged();
  }

  /** Returns whether there is nothing to list or read. */
  get isEmpty(): boolean {
    return this.sources.length === 0;
  }

  /** Makes every resource once, and adds every mistake it finds. */
  async findProblems(problems: AuthorProblems): Promise<void> {
    const owners = new Map<string, string>();
    for (const source of this.sources) {
      let place = 'a resource';
      try {
        const cls = await source.load();
        place = cls.name;
        problems.attempt(() => refuseWrongResource(cls, owners));
        await verifyInstance(cls, async () => (await this.hold(source)).instance, problems);
      } catch (error) {
        problems.add(error, place);
      }
    }
  }

  /** Returns the class of each resource, by its URI or its template. */
  classes(): Promise<(readonly [string, ResourceClass])[]> {
    return Promise.all(
      this.sources.map(async ({ load }) => {
        const cls = await load();
        return [noteOfResource(cls).uri, cls] as const;
      }),
    );
  }

  /** Lists every fixed resource, and the resources that each template reports. */
  async list(options: Options = {}): Promise<ResourceEntry[]> {
    const entries: ResourceEntry[] = [];
    for (const { className, note, template, instance } of await this.all()) {
      this.watchList(instance);
      if (!template.variables.length) entries.push({ uri: note.uri, ...facts(note) });
      else if (instance.list)
        for (const entry of toEntries(await instance.list(this.context(note, options)), className))
          entries.push({ ...(note.mimeType !== undefined && { mimeType: note.mimeType }), ...entry });
    }
    return entries;
  }

  async templates(): Promise<TemplateEntry[]> {
    const held = (await this.all()).filter(({ template }) => template.variables.length);
    return held.map(({ note }) => ({ uriTemplate: note.uri, ...facts(note) }));
  }

  /** Reads a resource; throws the protocol's "not found" if there is none. */
  async read(uri: string, options: Options = {}): Promise<ResourceContents[]> {
    const beginning = { door: outerDoor(options), ...options };
    const followers = this.tools.observers.of(beginning);
    if (!followers) return this.readNow(uri, options);
    const report = new OpenCallReport('resource', uri, {}, beginning);
    return followers.follow(
      report,
      () => this.readNow(uri, options, report),
      ({ error }) => Promise.reject(new ToolError(error)),
    );
  }

  private async readNow(uri: string, options: Options, report?: OpenCallReport): Promise<ResourceContents[]> {
    const { held, variables } = await this.find(uri);
    report?.found();
    this.tools.onWork?.(`resource ${held.note.name}`);
    const context = this.context(held.note, options, report);
    try {
      const value: unknown = await held.instance.read(variables, context);
      if (value === undefined || value === null) throw new ResourceNotFoundError(uri);
      return toContents(uri, value, held.note.mimeType, held.className);
    } finally {
      context.close();
    }
  }

  /** Starts watching a resource; returns a function that stops it. */
  async watch(uri: string, changed: () => void, options: Options = {}): Promise<() => void> {
    const { held, variables } = await this.find(uri);
    const onUpdate = (updated: string): void => (updated === uri ? changed() : undefined);
    this.updateListeners.add(onUpdate);
    const stop = await held.instance.watch?.(variables, changed, this.context(held.note, options));
    return () => {
      this.updateListeners.delete(onUpdate);
      stop?.();
    };
  }

  /** Returns completions for one variable of a template. */
  async complete(
    uri: string,
    variable: string,
    value: string,
    others: Record<string, string> = {},
    options: Options = {},
  ): Promise<readonly string[]> {
    const held = (await this.all()).find(({ note }) => note.uri === uri);
    if (!held) throw new ResourceNotFoundError(uri);
    this.tools.onWork?.(`resource ${held.note.name}`);
    const found = await held.instance.complete?.(variable, value, this.context(held.note, options), others);
    return toCompletions(found, held.className, 'resource');
  }

  /** Notifies subscribers that a resource's content changed. */
  updated(uri: string): void {
    for (const listener of this.updateListeners) listener(uri);
  }

  /** Notifies listeners that the list of resources changed. */
  listChanged(): void {
    for (const listener of this.listListeners) listener();
  }

  /** Calls a listener whenever resources are added or removed; returns an unsubscribe function. */
  onListChange(listener: () => void): () => void {
    this.listListeners.add(listener);
    return () => {
      this.listListeners.delete(listener);
      if (this.listListeners.size) return;
      for (const stop of this.listWatches.values()) stop();
      this.listWatches.clear();
    };
  }

  private add(source: ResourceSource): void {
    if (Array.isArray(source)) for (const inner of source as readonly ResourceSource[]) this.add(inner);
    else if (typeof source === 'function') this.sources.push({ load: () => Promise.resolve(source) });
    else this.sources.push(source as LazyResource);
  }

  private all(): Promise<Held[]> {
    return Promise.all(this.sources.map((source) => this.hold(source)));
  }

  private hold(source: LazyResource): Promise<Held> {
    let held = this.held.get(source);
    if (!held) this.held.set(source, (held = source.load().then((cls) => this.make(cls))));
    return held;
  }

  private async make(cls: ResourceClass): Promise<Held> {
    const note = noteOfResource(cls);
    const instance = (await this.tools.instances.get(cls)) as unknown as ResourceInstance;
    return { className: cls.name, note, template: new UriTemplate(note.uri, cls.name), instance };
  }

  private async find(uri: string): Promise<{ held: Held; variables: Record<string, string> }> {
    const all = await this.all();
    const fixedFirst = [...all].sort(
      (a, b) => Number(a.template.variables.length > 0) - Number(b.template.variables.length > 0),
    );
    for (const held of fixedFirst) {
      const variables = held.template.match(uri);
      if (variables) return { held, variables };
    }
    throw new ResourceNotFoundError(uri);
  }

  private watchList(instance: ResourceInstance): void {
    if (!instance.watchList || this.listWatches.has(instance) || !this.listListeners.size) return;
    this.listWatches.set(
      instance,
      instance.watchList(() => this.listChanged()),
    );
  }

  private context(note: ResourceNote, options: Options, report?: OpenCallReport): CallContext {
    const call = (tool: string, args: Record<string, unknown>, inner: CallOptions) =>
      this.tools.call(tool, args, inner);
    return new CallContext(
      note.name,
      options.log ?? this.tools.log,
      { ...options, door: 'resource', quiet: true },
      call,
      undefined,
      report,
    );
  }
}

function facts(note: ResourceNote): Omit<ResourceEntry, 'uri'> {
  return {
    name: note.name,
    ...(note.title !== undefined && { title: note.title }),
    description: note.description,
    ...(note.mimeType !== undefined && { mimeType: note.mimeType }),
  };
}

acrossCopies({ ResourceNotFoundError });
