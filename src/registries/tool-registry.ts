import type { BackgroundRunner } from '../calls/background';
import type { CallOptions } from '../calls/call-context';
import type { CallObserver } from '../calls/call-observer';
import { CallObservers } from '../calls/call-observers';
import type { OpenCallReport } from '../calls/open-call-report';
import { observedCall } from '../calls/observed-call';
import { AuthorProblems } from '../author-problems';
import { ToolDisabledError, ToolNotFoundError } from '../errors';
import { Instances } from './class-instances';
import { areNew } from './are-new';
import { doubledTool } from './doubled-tool';
import { silentLogger, type Logger } from '../logger';
import type { AnyClass, ArgsClass } from '../metadata';
import { nearestNames } from '../base/names';
import type { CallOutcome } from '../outcome';
import { Pipeline, type Middleware } from '../calls/pipeline';
import { AnnotatedTool } from '../tool/annotated-tool';
import type { Awaitable } from '../base/awaitable';
import { refuseWrongOptions } from '../schema/refuse-wrong-options';
import type { ToolShape, ToolDescription } from '../tool/tool';
import { isGranted, type Grant, type Session } from '../tool-context';
import { REGISTRY_OPTIONS, type RegistryOptions } from './registry-options';
import { madeTools, toolMaker, Unmade, type MakeTool } from './make-tool';
import { filterTools, someTool, type ToolFilter } from './tool-filter';
import { PublishedNames } from './published-names';
import { RegistrationProblems } from './registration-problems';
import type { ToolSource } from './tool-source';
import { ToolSwitches, type ToolSwitch } from './tool-switches';
import { verifyTool } from './verify-tool';

/** Lists, describes, enables and calls tools. Creating it builds no schema and no instance. */
export class ToolRegistry {
  readonly instances: Instances;
  readonly prefix: string;
  readonly log: Logger;
  private readonly tools = new Map<string, ToolShape>();
  private readonly published: PublishedNames;
  private readonly switches: ToolSwitches;
  private readonly listeners = new Set<() => void>();
  private readonly pipeline: Pipeline;
  /** Who learns of every call of this registry, its prompts and its resources. */
  readonly observers = new CallObservers(() => this.log);
  private readonly toTool: MakeTool;
  /** What can't be registered. */
  readonly registration: RegistrationProblems;
  private declared = new Map<string, AnnotatedTool>();
  /** Incremented on every change to what is listed. */
  revision = 0;
  /** Called with what is about to run, before anything of it does: a tool, `prompt NAME` or `resource NAME`. */
  onWork: ((what: string) => void) | undefined;
  /** Returns whether some tool meets a condition; unlike `list` it copies nothing. */
  readonly some = (meets: (tool: ToolShape) => boolean): boolean => someTool(this.tools.values(), meets);

  constructor(
    sources: ToolSource = [],
    private readonly options: RegistryOptions = {},
  ) {
    refuseWrongOptions('ToolRegistry', options, REGISTRY_OPTIONS);
    this.prefix = options.prefix ?? '';
    this.published = new PublishedNames(this.tools, this.prefix);
    this.switches = new ToolSwitches(options.operatorSwitch);
    this.log = options.log ?? silentLogger;
    this.instances = new Instances(options.container);
    this.pipeline = new Pipeline(
      {
        ...options,
        log: this.log,
        guards: options.guards ?? [],
        consent: options.consent ?? 'literal',
        defaultTimeoutSeconds: options.defaultTimeoutSeconds ?? 30,
      },
      (tool, args, callOptions) => this.call(tool, args, callOptions),
    );
    this.toTool = toolMaker(this.instances, options, (problem) => {
      this.log.warning(problem.message);
      // Clients are told to list the tools again, which then shows what the class says.
      this.relist();
    });
    this.registration = new RegistrationProblems(options.keepProblems ?? false);
    this.addAll(sources, false);
  }

  /** Adds tools; a name that is taken is an error unless the new tool is to replace the old one. */
  register(source: ToolSource, { replace = false }: { replace?: boolean } = {}): void {
    this.addAll(source, replace);
    this.relist();
  }

  /** Builds every schema, example, check and instance once; throws all mistakes together, each with its cure. */
  async verify(): Promise<void> {
    const problems = new AuthorProblems();
    await this.findProblems(problems);
    problems.throwAny();
  }

  /** The same, adding what it finds to what others found. */
  async findProblems(problems: AuthorProblems): Promise<void> {
    this.registration.take(problems);
    for (const tool of this.tools.values()) await verifyTool(tool, problems);
  }

  /** Replaces a tool by one that only differs in how it is described; its place and whether it is enabled stay as they are. */
  redescribe(tool: ToolShape): void {
    if (this.tools.has(tool.name)) this.tools.set(tool.name, tool);
    this.relist();
  }

  /** Removes a tool; returns false if there was none. */
  unregister(name: string): boolean {
    const tool = this.tools.get(name);
    if (!tool) return false;
    this.remove(tool);
    this.relist();
    return true;
  }

  /** Returns a tool by its bare name; with a session, only one that its caller may see. */
  get(name: string, session?: Session): ToolShape | undefined {
    return isGranted(session, name) ? this.tools.get(name) : undefined;
  }

  /** Returns the tools in the order they were added, optionally filtered. */
  list(filter?: ToolFilter): ToolShape[] {
    return filter ? filterTools(this.tools.values(), filter, this.switches.isOn) : [...this.tools.values()];
  }

  listEnabled(): ToolShape[] {
    return this.list({ enabledOnly: true });
  }

  isEnabled(name: string): boolean {
    return this.switches.isOn(this.tools.get(name));
  }

  /** Enables a tool, unless the operator has disabled it. */
  enable(name: string): void {
    this.switch(name, { on: true });
  }

  /** Disables a tool; callers are shown the reason. */
  disable(name: string, reason?: string): void {
    this.switch(name, { on: false, reason });
  }

  /** Returns why a tool is disabled, if a reason was given. */
  disabledReason(name: string): string | undefined {
    return this.switches.reasonOf(this.tools.get(name));
  }

  /** Describes a tool to clients. */
  describe(name: string): ToolDescription {
    return this.require(name).describe();
  }

  /** Returns the output schema that is listed for a tool, if any. */
  listedOutput(tool: ToolShape): ToolDescription['outputSchema'] {
    return this.options.answers ? this.options.answers.listedOutput(tool) : tool.describe().outputSchema;
  }

  /** Returns the published name of a tool. */
  exposedName(tool: ToolShape): string {
    return this.published.of(tool);
  }

  /** Returns the bare name for a published name; throws with the nearest names if there is none. */
  bareName(exposed: string, grant?: Grant): string {
    return this.published.bareName(exposed, grant);
  }

  /** Calls a tool by its bare name; throws only if it is unknown or disabled, everything else is an outcome. */
  async call(
    name: string,
    args: Record<string, unknown> = {},
    options: CallOptions = { door: 'tool' },
  ): Promise<CallOutcome> {
    return this.callNow(name, args, options);
  }

  /** The same, synchronously if the tool is synchronous. */
  callNow(name: string, args: Record<string, unknown>, options: CallOptions): Awaitable<CallOutcome> {
    const followers = this.observers.of(options);
    if (!followers) return this.admit(name, args, options);
    return observedCall(followers, name, args, options, (report) => this.admit(name, args, options, report));
  }

  /** Ends a call that was refused before its tool was found with the error, which observers learn of. */
  refuse(
    name: string,
    args: Record<string, unknown>,
    options: CallOptions,
    error: Error,
  ): Awaitable<CallOutcome> {
    const followers = this.observers.of(options);
    if (!followers) throw error;
    return observedCall(followers, name, args, options, () => {
      throw error;
    });
  }

  /** Returns the outcome of a background operation as it is sent to a client. */
  answered(name: string, session: Session | undefined, outcome: CallOutcome): Awaitable<CallOutcome> {
    const tool = this.tools.get(name);
    return tool ? this.pipeline.answered(tool, session, outcome) : outcome;
  }

  /** Wraps every call from now on; the first middleware added is the outermost. */
  use(middleware: Middleware): void {
    this.pipeline.middleware.push(middleware);
  }

  /** Reports every call that an observer wants to learn of from now on. Unlike middleware it leaves synchronous calls synchronous. */
  observe(observer: CallObserver): void {
    this.observers.add(observer);
  }

  /** Waits for what tools still do after their calls were cancelled or took too long, but no longer than some milliseconds. @internal */
  settled(longestMs: number): Promise<void> {
    return this.pipeline.unsettled.settled(longestMs);
  }

  /** Hands calls of tools that are not synchronous to a background engine. */
  runInBackgroundWith(runner: BackgroundRunner): void {
    this.pipeline.background = runner;
  }

  /** Notifies listeners that the list changed; needed only where no tool was added, removed or switched. */
  relist(): void {
    this.revision++;
    for (const listener of this.listeners) listener();
  }

  /** Calls a listener whenever tools are added, removed, enabled or disabled; returns an unsubscribe function. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Returns the classes declared since the last time it was called, each only once. */
  takeDeclared(): Record<string, { args: ArgsClass | undefined; handler: AnyClass }> {
    const taken = this.declared;
    this.declared = new Map();
    return Object.fromEntries([...taken].map(([name, tool]) => [name, tool.declaration]));
  }

  private admit(
    name: string,
    args: Record<string, unknown>,
    options: CallOptions,
    report?: OpenCallReport,
  ): Awaitable<CallOutcome> {
    const grant = options.session?.grant;
    const tool = grant ? this.tools.get(name) : this.require(name);
    // A tool that the caller isn't granted doesn't exist for it, whatever it is called through.
    if (!tool || (grant && !grant.allows(name))) throw new ToolNotFoundError(name);
    report?.found(tool);
    if (!this.isEnabled(name)) throw new ToolDisabledError(name, this.disabledReason(name));
    this.onWork?.(name);
    return this.pipeline.run(tool, args, options, report);
  }

  private addAll(source: ToolSource, replace: boolean): void {
    const made = madeTools(source, this.toTool);
    if (areNew(made, this.tools, this.published)) return this.put(made);
    this.registration.collect((problems) => {
      for (const tool of made) problems.attempt(() => this.add(tool, replace));
    });
  }

  private add(tool: ToolShape | Unmade, replace: boolean): void {
    if (tool instanceof Unmade) throw tool.error;
    const exposed = this.exposedName(tool);
    const there = this.tools.get(tool.name) ?? this.published.find(exposed);
    if (there && !replace) throw doubledTool(tool, exposed, there);
    if (there) this.remove(there);
    this.put([tool]);
  }

  private put(tools: readonly ToolShape[]): void {
    tools.forEach((tool) => this.tools.set(tool.name, tool));
    this.published.add(tools);
    for (const tool of tools) if (tool instanceof AnnotatedTool) this.declared.set(tool.name, tool);
  }

  private remove(tool: ToolShape): void {
    this.tools.delete(tool.name);
    this.published.remove(tool);
    this.switches.forget(tool.name);
    this.declared.delete(tool.name);
  }

  private require(name: string): ToolShape {
    const tool = this.tools.get(name);
    if (!tool) throw new ToolNotFoundError(name, nearestNames(name, this.tools.keys()));
    return tool;
  }

  private switch(name: string, to: ToolSwitch): void {
    if (this.switches.switch(this.require(name), to)) this.relist();
  }
}
