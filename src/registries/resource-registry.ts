import { acrossCopies } from '../base/any-copy';
import { CallContext, outerDoor, type CallOptions } from '../calls/call-context';
import { OpenCallReport } from '../calls/open-call-report';
import type { ResourceClass } from '../decorators';
import { AuthorProblems } from '../author-problems';
import { ToolError } from '../errors';
import type { ResourceNote } from '../metadata';
import type { ToolRegistry } from './tool-registry';
import { toContents, type ResourceContents } from './resource-contents';
import { toCompletions, toEntries } from './returned-lists';
import type { ResourceEntry, ResourceInstance, ResourceSource, TemplateEntry } from './resource-shapes';
import { noteOfResource, refuseWrongResource } from './resource-mistakes';
import { mayServe, MadeResources, problemsOf, type Held } from './made-resources';
import { Unlisted, type ListState } from './unlisted';
import { verifyInstance } from '../tool/verify-examples';

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
  private readonly made: MadeResources;
  private readonly listListeners = new Set<() => void>();
  private readonly updateListeners = new Set<(uri: string) => void>();
  private readonly listWatches = new Map<ResourceInstance, () => void>();
  private readonly unlisted = new Unlisted();

  constructor(
    sources: ResourceSource,
    private readonly tools: ToolRegistry,
  ) {
    this.made = new MadeResources(tools.instances);
    this.made.add(sources);
  }

  /** Adds resources and notifies listeners. */
  register(source: ResourceSource): void {
    this.made.add(source);
    this.listChanged();
  }

  /** Returns whether there is nothing to list or read. */
  get isEmpty(): boolean {
    return this.made.sources.length === 0;
  }

  /** Makes every resource once, and adds every mistake it finds. */
  async findProblems(problems: AuthorProblems): Promise<void> {
    const owners = new Map<string, string>();
    for (const source of this.made.sources) {
      let place = 'a resource';
      try {
        const cls = await source.load();
        place = cls.name;
        problems.attempt(() => refuseWrongResource(cls, owners));
        await verifyInstance(cls, async () => (await this.made.one(source)).instance, problems);
      } catch (error) {
        problems.add(error, place);
      }
    }
  }

  /** Returns the class of each resource, by its URI or its template. */
  classes(): Promise<(readonly [string, ResourceClass])[]> {
    return Promise.all(
      this.made.sources.map(async ({ load }) => {
        const cls = await load();
        return [noteOfResource(cls).uri, cls] as const;
      }),
    );
  }

  /**
   * Lists every fixed resource, and the resources that each template reports. What a template fails to report is left out
   * and logged, unless there is nothing else to list.
   */
  async list(options: Options = {}): Promise<ResourceEntry[]> {
    return (await this.listWithMistakes(options)).entries;
  }

  /**
   * The same, with the number of templates that failed to report what they have.
   * @internal
   */
  async listWithMistakes(options: Options = {}): Promise<{ entries: ResourceEntry[]; mistakes: number }> {
    const entries: ResourceEntry[] = [];
    const problems = new AuthorProblems();
    for (const held of await this.listable())
      try {
        entries.push(...(await this.entriesOf(held, options)));
      } catch (error) {
        if (options.signal?.aborted) throw error;
        problems.add(error, `${held.className}.list`);
      }
    if (!entries.length) problems.throwAny();
    this.unlisted.tell('Resources are not listed', problems, options.log ?? this.tools.log);
    return { entries, mistakes: problems.list.length };
  }

  async templates(): Promise<TemplateEntry[]> {
    const held = (await this.listable()).filter(({ template }) => template.variables.length);
    return held.map(({ note }) => ({ uriTemplate: note.uri, ...facts(note) }));
  }

  /**
   * Logs the mistakes that keep resources out of the lists, and counts them.
   * @internal
   */
  async lookForMistakes(): Promise<ListState> {
    const made = await this.made.all();
    const problems = await problemsOf(made);
    this.unlisted.tell('A resource is not listed', problems, this.tools.log);
    return { mistakes: problems.list.length, left: made.filter(({ held }) => held).length };
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
    const made = await this.made.all();
    const held = made.find((each) => each.held?.note.uri === uri)?.held;
    if (!held) throw new ResourceNotFoundError(uri);
    this.tools.onWork?.(`resource ${held.note.name}`);
    const found = await held.instance.complete?.(variable, value, this.context(held.note, options), others);
    return toCompletions(found, held.className);
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

  private async entriesOf(
    { className, note, template, instance }: Held,
    options: Options,
  ): Promise<ResourceEntry[]> {
    this.watchList(instance);
    if (!template.variables.length) return [{ uri: note.uri, ...facts(note) }];
    if (!instance.list) return [];
    const entries = toEntries(await instance.list(this.context(note, options)), className);
    const { name: _name, title: _title, ...shared } = facts(note);
    return entries.map((entry) => ({ ...shared, ...entry }));
  }

  // One that is wrong leaves the others listed.
  private async listable(): Promise<Held[]> {
    const made = await this.made.all();
    const all = made.flatMap(({ held }) => held ?? []);
    const problems = await problemsOf(made);
    if (!all.length) problems.throwAny();
    this.unlisted.tell('A resource is not listed', problems, this.tools.log);
    return all;
  }

  private async find(uri: string): Promise<{ held: Held; variables: Record<string, string> }> {
    const made = await this.made.all();
    const all = made.flatMap(({ held }) => held ?? []);
    const fixedFirst = all.sort(
      (a, b) => Number(a.template.variables.length > 0) - Number(b.template.variables.length > 0),
    );
    for (const held of fixedFirst) {
      const variables = held.template.match(uri);
      if (variables) return { held, variables };
    }
    for (const { source, held, error } of made) if (!held && (await mayServe(source, uri))) throw error;
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
