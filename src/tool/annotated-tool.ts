import type { DeclaredAccess } from '../base/access';
import type { AuthorProblems } from '../author-problems';
import { andThen, isPromised, isThenable } from '../base/awaitable';
import type { ToolClass } from '../decorators';
import type { ToolNote } from '../metadata';
import { schemaOf, STATED_EXAMPLES } from '../schema/args-schema';
import { accessesOf } from '../schema/declared-accesses';
import { secretsOf } from '../schema/declared-secrets';
import { OutputShape } from '../schema/output-shape';
import { outputValue, returnedValue } from '../schema/returned-value';
import type { TypeFacts } from '../schema/field-facts';
import type { Awaitable } from '../base/awaitable';
import type { Checked } from '../schema/checked-args';
import { describedAs, describeToolClass, type OutputMode } from './class-description';
import type { ToolShape, ToolDescription } from './tool';
import type { ToolContext } from '../tool-context';
import { statedArguments } from './stated-examples';
import { explicitOf, noteOfTool } from './tool-note';
import { validatorOf, type ArgsValidator } from '../schema/validate';
import { verifyDefaults } from './verify-defaults';
import { verifyExamples, verifyInstance, type InstanceOf } from './verify-examples';

interface Runnable {
  run(args: object, context: ToolContext): unknown;
}

/** What a tool class is made a tool with. */
export interface ToolOptions {
  readonly facts?: TypeFacts;
  /** What a tool with an `output` class publishes and sends: the Result around the value, or the value alone. */
  readonly output?: OutputMode;
}

/** A tool from an annotated class; everything is built on first use. */
export class AnnotatedTool implements ToolShape {
  private validator: ArgsValidator | undefined;
  private instance: Runnable | undefined;
  private shape: ((returned: unknown) => unknown) | undefined;
  private description: ToolDescription | undefined;
  private declaredAccesses: readonly DeclaredAccess[] | undefined;
  private declaredSecrets: readonly string[] | undefined;
  private explicitArgument: { field: string; literal: string } | null | undefined;

  constructor(
    private readonly cls: ToolClass,
    private readonly note: ToolNote,
    private readonly instanceOf: InstanceOf,
    private readonly options: ToolOptions,
  ) {}

  get name(): string {
    return this.note.name;
  }

  get prefix(): string | undefined {
    return this.note.prefix;
  }

  get category(): string | undefined {
    return this.note.category;
  }

  get tags(): readonly string[] {
    return this.note.tags ?? [];
  }

  get enabled(): boolean {
    return this.note.enabled ?? true;
  }

  get enabledBy(): string | undefined {
    return this.note.enabledBy;
  }

  get timeoutSeconds(): number | undefined {
    return this.note.timeoutSeconds;
  }

  private get facts(): TypeFacts | undefined {
    return this.options.facts;
  }

  get answerBudget(): number | undefined {
    return this.note.answerBudget;
  }

  get synchronous(): boolean | undefined {
    return this.note.synchronous;
  }

  get taskSupport(): 'optional' | 'required' | undefined {
    return this.note.taskSupport;
  }

  get idempotencyKey(): readonly string[] | undefined {
    return this.note.idempotencyKey;
  }

  get explicit(): { field: string; literal: string } | undefined {
    if (this.explicitArgument === undefined) this.explicitArgument = explicitOf(this.note) ?? null;
    return this.explicitArgument ?? undefined;
  }

  get secrets(): readonly string[] {
    return (this.declaredSecrets ??= this.note.args ? secretsOf(this.note.args, this.facts) : []);
  }

  get accesses(): readonly DeclaredAccess[] {
    return (this.declaredAccesses ??= this.note.args ? accessesOf(this.note.args, this.facts) : []);
  }

  get source(): string {
    return `class ${this.cls.name}`;
  }

  /** The args class and the handler, as returned by `takeDeclared`. */
  get declaration(): { args: ToolNote['args']; handler: ToolClass } {
    return { args: this.note.args, handler: this.cls };
  }

  get bareOutput(): boolean {
    return this.options.output === 'value' && this.note.output !== undefined;
  }

  describe(): ToolDescription {
    // A shorter function V8 would optimise early, with everything it calls: more work than describing a thousand tools once.
    if (this.description) return this.description;
    const { cls, facts, note, options } = this;
    const described = describeToolClass(cls, facts, note);
    this.description = describedAs(described, options.output);
    return this.description;
  }

  examples(): readonly Readonly<Record<string, unknown>>[] {
    const { args, examples } = this.note;
    return args ? statedArguments(examples, schemaOf(args, this.facts), STATED_EXAMPLES) : [];
  }

  check(raw: Record<string, unknown>): Awaitable<Checked> {
    // What can't be listed can't be called either: of a wrong option nobody knows what it was to prevent.
    this.describe();
    if (!this.note.args) return { ok: true, args: raw, repairs: [] };
    this.validator ??= validatorOf(this.note.args, this.facts);
    return andThen(this.validator.check(raw, true), (checked) => this.withOwnExample(checked));
  }

  run(args: object, context: ToolContext): unknown {
    const value = this.runRaw(args, context);
    if (!this.note.output && !this.note.returns) return value;
    const shape = (this.shape ??= this.makeShape());
    return isThenable(value) ? Promise.resolve(value).then(shape) : shape(value);
  }

  async verify(problems: AuthorProblems): Promise<void> {
    const described = problems.attempt(() => this.describe(), this.source);
    if (described) await this.verifyArguments(problems);
    const made = this.instance ?? (await verifyInstance(this.cls, this.instanceOf, problems));
    this.instance ??= made as Runnable | undefined;
  }

  private async verifyArguments(problems: AuthorProblems): Promise<void> {
    const { cls, note, facts } = this;
    await verifyExamples(cls.name, note, problems, facts);
    if (note.args) await verifyDefaults(note.args, problems, facts);
  }

  private makeShape(): (returned: unknown) => unknown {
    const { output, returns } = this.note;
    if (output) return new OutputShape(this.name, outputValue(output, this.facts), this.facts).published;
    const value = returnedValue(this.cls, returns!, this.facts);
    return new OutputShape(this.name, value, this.facts).described;
  }

  // The author's example is more helpful than a generated one.
  private withOwnExample(checked: Checked): Checked {
    const example = this.note.examples?.[0]?.args;
    return checked.ok || !example ? checked : { ...checked, example };
  }

  private runRaw(args: object, context: ToolContext): unknown {
    if (this.instance) return this.instance.run(args, context);
    const made = this.instanceOf(this.cls);
    if (isPromised(made))
      return Promise.resolve(made).then((instance) => this.runOn(instance, args, context));
    return this.runOn(made, args, context);
  }

  private runOn(instance: object, args: object, context: ToolContext): unknown {
    this.instance = instance as Runnable;
    return this.instance.run(args, context);
  }
}

/** Makes a tool from an annotated class; without `instanceOf` the class is constructed without parameters. */
export function toolFromClass(
  cls: ToolClass,
  options: ToolOptions & { instanceOf?: InstanceOf } = {},
): AnnotatedTool {
  return new AnnotatedTool(cls, noteOfTool(cls), options.instanceOf ?? ((made) => new made()), options);
}
