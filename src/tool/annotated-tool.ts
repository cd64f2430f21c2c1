import type { DeclaredAccess } from '../base/access';
import { AuthorProblems } from '../author-problems';
import { andThen, isThenable } from '../base/awaitable';
import type { ToolClass } from '../decorators';
import { AuthorError } from '../errors';
import type { ObjectSchema } from '../base/json-schema';
import { describable, refuseWrongExamples, toolMarkdown, toolSummary, type Describable } from './markdown';
import { argNotesOf, toolNoteOf, type ToolAnnotations, type ToolNote } from '../metadata';
import { TOOL_NAME } from '../base/names';
import { accessesOf } from '../schema/declared-accesses';
import { OutputShape } from '../schema/output-shape';
import { schemaOf, type TypeFacts } from '../schema/args-schema';
import type { Awaitable } from '../base/awaitable';
import type { Checked } from '../schema/checked';
import type { ToolShape, ToolDescription } from './tool';
import type { ToolContext } from '../tool-context';
import { validatorOf, type ArgsValidator } from '../schema/validate';
import { verifyExamples, verifyInstance, type InstanceOf } from './verify-class';

interface Runnable {
  run(args: object, context: ToolContext): unknown;
}

const NO_ARGUMENTS: ObjectSchema = Object.freeze({ type: 'object', properties: {} });
const descriptions = new WeakMap<object, WeakMap<ToolClass, ToolDescription>>();

/** A tool from an annotated class; everything is built on first use. */
export class AnnotatedTool implements ToolShape {
  private validator: ArgsValidator | undefined;
  private instance: Runnable | undefined;
  private output: OutputShape | undefined;
  private declaredAccesses: readonly DeclaredAccess[] | undefined;
  private explicitArgument: { field: string; literal: string } | null | undefined;

  constructor(
    private readonly cls: ToolClass,
    private readonly note: ToolNote,
    private readonly instanceOf: InstanceOf,
    private readonly facts: TypeFacts | undefined,
    readonly pack?: string,
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

  get answerBudget(): number | undefined {
    return this.note.answerBudget;
  }

  get synchronous(): boolean | undefined {
    return this.note.synchronous;
  }

  get explicit(): { field: string; literal: string } | undefined {
    if (this.explicitArgument === undefined) this.explicitArgument = explicitOf(this.note) ?? null;
    return this.explicitArgument ?? undefined;
  }

  get secrets(): readonly string[] {
    return secretsOf(this.note);
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

  describe(): ToolDescription {
    return describeToolClass(this.cls, this.facts, this.note);
  }

  check(raw: Record<string, unknown>): Awaitable<Checked> {
    if (!this.note.args) return { ok: true, args: raw, repairs: [] };
    this.validator ??= validatorOf(this.note.args, this.facts);
    return andThen(this.validator.check(raw, true), (checked) => this.withOwnExample(checked));
  }

  run(args: object, context: ToolContext): unknown {
    const value = this.runRaw(args, context);
    if (!this.note.output) return value;
    this.output ??= new OutputShape(this.name, this.note.output, this.facts);
    return isThenable(value) ? Promise.resolve(value).then(this.output.apply) : this.output.apply(value);
  }

  async verify(problems: AuthorProblems): Promise<void> {
    const described = problems.attempt(() => this.describe(), this.source);
    if (described) await verifyExamples(this.cls.name, this.note, problems, this.facts);
    const made = this.instance ?? (await verifyInstance(this.cls, this.instanceOf, problems));
    this.instance ??= made as Runnable | undefined;
  }

  // The author's example is more helpful than a generated one.
  private withOwnExample(checked: Checked): Checked {
    const example = this.note.examples?.[0]?.args;
    return checked.ok || !example ? checked : { ...checked, example };
  }

  private runRaw(args: object, context: ToolContext): unknown {
    if (this.instance) return this.instance.run(args, context);
    const made = this.instanceOf(this.cls);
    if (made instanceof Promise) return made.then((instance) => this.runOn(instance, args, context));
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
  options: { instanceOf?: InstanceOf; facts?: TypeFacts; pack?: string } = {},
): AnnotatedTool {
  const note = noteOfTool(cls);
  return new AnnotatedTool(
    cls,
    note,
    options.instanceOf ?? ((made) => new made()),
    options.facts,
    options.pack,
  );
}

/** Describes a tool class to clients; depends only on the class, and is built once. */
export function describeToolClass(
  cls: ToolClass,
  facts?: TypeFacts,
  note: ToolNote = noteOfTool(cls),
): ToolDescription {
  const key = facts ?? NO_ARGUMENTS;
  let known = descriptions.get(key);
  if (!known) descriptions.set(key, (known = new WeakMap()));
  let description = known.get(cls);
  if (!description) known.set(cls, (description = makeDescription(cls, note, facts)));
  return description;
}

/** Returns the note of a tool class; throws an error that says what is missing. */
export function noteOfTool(cls: ToolClass): ToolNote {
  const note = toolNoteOf(cls);
  if (!note) throw new AuthorError(cls.name || 'an unnamed class', 'is not a tool.', 'Put @Tool on it.');
  if (!note.description?.trim())
    throw new AuthorError(cls.name, 'has no description.', 'Say in @Tool what it does.');
  if (note.timeoutSeconds !== undefined && !(note.timeoutSeconds >= 0))
    throw new AuthorError(
      cls.name,
      `has a timeoutSeconds of ${note.timeoutSeconds}.`,
      'Use seconds, or 0 for no limit.',
    );
  if (note.answerBudget !== undefined && !(note.answerBudget >= 0))
    throw new AuthorError(
      cls.name,
      `has an answerBudget of ${note.answerBudget}.`,
      'Use a number of tokens, or 0 for no limit.',
    );
  if (!TOOL_NAME.test(note.name)) {
    throw new AuthorError(
      cls.name,
      `has the name '${note.name}', which clients reject.`,
      'Use at most 64 letters, digits, _ and -.',
    );
  }
  return note;
}

/** Returns the field and literal of a tool's `@Explicit` argument. */
export function explicitOf(note: ToolNote): { field: string; literal: string } | undefined {
  const found = note.args && argNotesOf(note.args).find((arg) => arg.explicit !== undefined);
  return found && { field: found.wireName, literal: found.explicit! };
}

/** Returns the published names of arguments that are never logged. */
export function secretsOf(note: ToolNote): readonly string[] {
  if (!note.args) return [];
  return argNotesOf(note.args)
    .filter((arg) => arg.stated.secret)
    .map((arg) => arg.wireName);
}

function makeDescription(cls: ToolClass, note: ToolNote, facts?: TypeFacts): ToolDescription {
  const problems = new AuthorProblems();
  if (typeof (cls.prototype as { run?: unknown }).run !== 'function')
    problems.add(new AuthorError(cls.name, 'has no method `run`.', 'Add `run(args, context)`.'));
  const tool = describable(note);
  const inputSchema = problems.attempt(() => {
    const schema = note.args ? schemaOf(note.args, facts) : NO_ARGUMENTS;
    if (note.examples?.length) refuseWrongExamples(tool, schema, cls.name);
    return schema;
  });
  const outputSchema = problems.attempt(() => note.output && outputSchemaOf(note, facts));
  problems.throwAny();
  return new ClassDescription(tool, inputSchema!, outputSchema, note.annotations);
}

// Texts are built when first read: a server with terse descriptions never builds the four sections.
class ClassDescription implements ToolDescription {
  private markdown: string | undefined;

  constructor(
    private readonly tool: Describable,
    readonly inputSchema: ObjectSchema,
    readonly outputSchema: ObjectSchema | undefined,
    readonly annotations: ToolAnnotations | undefined,
  ) {}

  get description(): string {
    return (this.markdown ??= toolMarkdown(this.tool, this.inputSchema));
  }

  get summary(): string {
    return toolSummary(this.tool);
  }
}

// Clients receive a Result around the value, so that is what the output schema describes.
function outputSchemaOf(note: ToolNote, facts?: TypeFacts): ObjectSchema {
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean', description: 'Whether the call succeeded' },
      value: { ...schemaOf(note.output!, facts), description: 'The value that the tool returns' },
      error: { type: 'string', description: 'What went wrong' },
      error_type: { type: 'string', description: 'The kind of failure' },
      message: { type: 'string', description: 'A message for the user' },
      instruction: { type: 'string', description: 'What the agent should do next' },
    },
    required: ['success'],
  };
}
