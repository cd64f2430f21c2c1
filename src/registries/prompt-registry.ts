import { acrossCopies } from '../base/any-copy';
import { CallContext, outerDoor, type CallOptions } from '../calls/call-context';
import { OpenCallReport } from '../calls/open-call-report';
import type { PromptClass } from '../decorators';
import { AuthorProblems } from '../author-problems';
import { ErrorCode, ToolError, type AuthorError } from '../errors';
import { nearestNames } from '../base/names';
import { inFieldNames } from './completion-names';
import { describePrompt, noteOfPrompt, type PromptDescription } from './prompt-description';
import { doubledPrompt, refuseWrongPrompt } from './prompt-mistakes';
import { toMessages, type PromptReply } from './prompt-reply';
import { toCompletions } from './returned-lists';
import { refuseForeign } from './refuse-non-tool';
import type { ToolRegistry } from './tool-registry';
import type { Awaitable } from '../base/awaitable';
import type { ToolContext } from '../tool-context';
import { schemaOf } from '../schema/args-schema';
import { problemText, validatorOf } from '../schema/validate';
import { verifyInstance } from '../tool/verify-examples';
import { Unlisted, type ListState } from './unlisted';

/** A prompt whose module is imported when prompts are first listed or it is first requested. */
export interface LazyPrompt {
  readonly name: string;
  readonly load: () => Promise<PromptClass>;
}

/** Everything a registry accepts as a prompt. */
export type PromptSource = PromptClass | LazyPrompt | readonly PromptSource[];

/** What a prompt class may provide besides `render`. */
interface PromptInstance {
  render(args: object, context: ToolContext): unknown;
  /** Returns completions for what was typed so far of one argument; with an args class, names are those of its fields. */
  complete?(
    argument: string,
    value: string,
    context: ToolContext,
    others: Readonly<Record<string, string>>,
  ): Awaitable<readonly string[]>;
}

/** There is no prompt with this name, or its arguments are invalid. */
export class PromptError extends ToolError {
  override readonly code = ErrorCode.Validation;
}

/** Lists and renders prompts; the counterpart of the tool registry, whose container and tools it uses. */
export class PromptRegistry {
  private readonly prompts = new Map<string, LazyPrompt>();
  private readonly instances = new WeakMap<LazyPrompt, Promise<PromptInstance>>();
  private readonly listeners = new Set<() => void>();
  private readonly doubled: AuthorError[] = [];
  private readonly unlisted = new Unlisted();

  constructor(
    sources: PromptSource,
    private readonly tools: ToolRegistry,
  ) {
    this.add(sources, new Set());
  }

  /** Adds prompts; one with an existing name replaces it. */
  register(source: PromptSource): void {
    this.add(source, new Set());
    for (const listener of this.listeners) listener();
  }

  /** Removes a prompt; returns false if there was none. */
  unregister(name: string): boolean {
    if (!this.prompts.delete(name)) return false;
    for (const listener of this.listeners) listener();
    return true;
  }

  names(): string[] {
    return [...this.prompts.keys()];
  }

  /** Builds every description and instance once, and adds every mistake it finds. */
  async findProblems(problems: AuthorProblems): Promise<void> {
    for (const problem of this.doubled) problems.add(problem);
    for (const prompt of this.prompts.values()) {
      const place = `prompt '${prompt.name}'`;
      try {
        const cls = await prompt.load();
        problems.attempt(() => refuseWrongPrompt(cls), place);
        await verifyInstance(cls, () => this.instance(prompt), problems);
      } catch (error) {
        problems.add(error, place);
      }
    }
  }

  /** Returns the class of each prompt, by the prompt's name. */
  classes(): Promise<(readonly [string, PromptClass])[]> {
    return Promise.all(
      [...this.prompts.values()].map(async ({ name, load }) => [name, await load()] as const),
    );
  }

  /** Describes every prompt to clients; a wrong one is left out and logged, unless no other is left. */
  async list(): Promise<PromptDescription[]> {
    const { descriptions, problems } = await this.describeAll();
    if (!descriptions.length) problems.throwAny();
    this.unlisted.tell('A prompt is not listed', problems, this.tools.log);
    return descriptions;
  }

  /**
   * Logs the mistakes that keep prompts out of the list, and counts them.
   * @internal
   */
  async lookForMistakes(): Promise<ListState> {
    const { descriptions, problems } = await this.describeAll();
    this.unlisted.tell('A prompt is not listed', problems, this.tools.log);
    return { mistakes: problems.list.length, left: descriptions.length };
  }

  /** Renders a prompt with raw arguments; throws errors that a client can correct, each with its code. */
  async get(
    name: string,
    args: Record<string, unknown>,
    options: Omit<CallOptions, 'door'> = {},
  ): Promise<PromptReply> {
    const beginning = { door: outerDoor(options), ...options };
    const followers = this.tools.observers.of(beginning);
    if (!followers) return this.render(name, args, options);
    const report = new OpenCallReport('prompt', name, args, beginning);
    return followers.follow(
      report,
      () => this.render(name, args, options, report),
      ({ error }) => Promise.reject(new PromptError(error)),
    );
  }

  private async render(
    name: string,
    args: Record<string, unknown>,
    options: Omit<CallOptions, 'door'>,
    report?: OpenCallReport,
  ): Promise<PromptReply> {
    const prompt = this.find(name);
    report?.found();
    this.tools.onWork?.(`prompt ${name}`);
    const cls = await prompt.load();
    const note = noteOfPrompt(cls);
    const checked = note.args ? await validatorOf(note.args).check(args, true) : { ok: true as const, args };
    if (!checked.ok)
      throw new PromptError(`Invalid arguments for prompt ${name}: ${problemText(checked.problems)}`);
    const context = this.context(name, options, report);
    try {
      return toMessages(await (await this.instance(prompt)).render(checked.args, context), cls.name);
    } finally {
      context.close();
    }
  }

  /** Returns completions for one argument of a prompt, by its name on the wire: what its class says, or the values that are allowed if it says none. */
  async complete(
    name: string,
    argument: string,
    value: string,
    others: Record<string, string> = {},
    options: Omit<CallOptions, 'door'> = {},
  ): Promise<readonly string[]> {
    const prompt = this.find(name);
    this.tools.onWork?.(`prompt ${name}`);
    const cls = await prompt.load();
    const { args } = noteOfPrompt(cls);
    const sent = { argument, others };
    const asked = args ? inFieldNames(args, sent) : sent;
    if (!asked) return [];
    const instance = await this.instance(prompt);
    const context = this.context(name, options);
    const found = await instance.complete?.(asked.argument, value, context, asked.others);
    const completions = toCompletions(found, cls.name);
    return completions.length ? completions : allowedValues(cls, argument, value);
  }

  /** Calls a listener whenever prompts are added or removed; returns an unsubscribe function. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async describeAll(): Promise<{ descriptions: PromptDescription[]; problems: AuthorProblems }> {
    const problems = new AuthorProblems();
    const prompts = [...this.prompts.values()];
    const loaded = await Promise.allSettled(prompts.map(({ load }) => load()));
    const descriptions = loaded.flatMap((result, index) => {
      const described = problems.attempt(() => {
        if (result.status === 'rejected') throw result.reason;
        return describePrompt(result.value);
      }, `prompt '${prompts[index]!.name}'`);
      return described ?? [];
    });
    return { descriptions, problems };
  }

  // A later registration may replace a prompt; the same name twice in one is a mistake, which `findProblems` reports.
  private add(source: PromptSource, together: Set<string>): void {
    if (Array.isArray(source)) {
      for (const inner of source as readonly PromptSource[]) this.add(inner, together);
      return;
    }
    const prompt = this.promptOf(source as PromptClass | LazyPrompt);
    if (!prompt) return;
    if (together.has(prompt.name)) this.doubled.push(doubledPrompt(prompt.name));
    together.add(prompt.name);
    this.prompts.set(prompt.name, prompt);
  }

  // One wrong class must not hide what is wrong with the others.
  private promptOf(source: PromptClass | LazyPrompt): LazyPrompt | undefined {
    try {
      refuseForeign(source, 'prompts');
      if (typeof source !== 'function') return source;
      return { name: noteOfPrompt(source).name, load: () => Promise.resolve(source) };
    } catch (error) {
      this.tools.registration.add(error);
      return undefined;
    }
  }

  private find(name: string): LazyPrompt {
    const prompt = this.prompts.get(name);
    if (prompt) return prompt;
    const nearest = nearestNames(name, this.prompts.keys());
    throw new PromptError(
      `Unknown prompt: ${name}${nearest.length ? `. Did you mean ${nearest.join(', ')}?` : ''}`,
    );
  }

  // A failed instantiation is retried the next time.
  private instance(prompt: LazyPrompt): Promise<PromptInstance> {
    let instance = this.instances.get(prompt);
    if (!instance) {
      this.instances.set(prompt, (instance = this.make(prompt)));
      instance.catch(() => this.instances.delete(prompt));
    }
    return instance;
  }

  private async make(prompt: LazyPrompt): Promise<PromptInstance> {
    return this.tools.instances.get(await prompt.load());
  }

  private context(name: string, options: Omit<CallOptions, 'door'>, report?: OpenCallReport): CallContext {
    const call = (tool: string, args: Record<string, unknown>, inner: CallOptions) =>
      this.tools.call(tool, args, inner);
    return new CallContext(
      name,
      options.log ?? this.tools.log,
      { ...options, door: 'prompt', quiet: true },
      call,
      undefined,
      report,
    );
  }
}

acrossCopies({ PromptError });

function allowedValues(cls: PromptClass, argument: string, begun: string): string[] {
  const { args } = noteOfPrompt(cls);
  const properties = args ? schemaOf(args).properties : {};
  const values = Object.hasOwn(properties, argument) ? (properties[argument]!.enum ?? []) : [];
  return values.map(String).filter((text) => text.toLowerCase().startsWith(begun.toLowerCase()));
}
