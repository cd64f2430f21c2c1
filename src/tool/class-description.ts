import { AuthorProblems } from '../author-problems';
import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import { wrongOptions } from '../base/wrong-options';
import type { ToolClass } from '../decorators';
import { AuthorError } from '../errors';
import type { ToolNote } from '../metadata';
import { schemaOf } from '../schema/args-schema';
import type { TypeFacts } from '../schema/field-facts';
import { plainSchemaText } from '../schema/plain-schema-text';
import { throwMistakes } from '../schema/refuse-wrong-options';
import { outputValue, returnedValue } from '../schema/returned-value';
import { returnsOfCall } from './background-returns';
import { LateDescription } from './late-description';
import { describable, refuseWrongExamples, toolSummary } from './markdown';
import { noteOfTool } from './tool-note';
import { TOOL_OPTIONS } from './tool-options';

/** What a tool with an `output` class publishes and sends: the Result around the value, or the value alone. */
export type OutputMode = 'envelope' | 'value';

const NO_ARGUMENTS: ObjectSchema = Object.freeze({ type: 'object', properties: {} });
const descriptions = new WeakMap<object, WeakMap<ToolClass, LateDescription>>();

/** Describes a tool class to clients; depends only on the class, and is built once. */
export function describeToolClass(
  cls: ToolClass,
  facts?: TypeFacts,
  note: ToolNote = noteOfTool(cls),
): LateDescription {
  const key = facts ?? NO_ARGUMENTS;
  let known = descriptions.get(key);
  if (!known) descriptions.set(key, (known = new WeakMap()));
  let description = known.get(cls);
  if (!description) known.set(cls, (description = makeDescription(cls, note, facts)));
  return description;
}

/** Returns the description of a tool for the way in which its output is sent. */
export function describedAs(described: LateDescription, output: OutputMode = 'envelope'): LateDescription {
  if (output === 'envelope' || !described.outputSchema) return described;
  return described.with({ outputSchema: described.returns as ObjectSchema });
}

function makeDescription(cls: ToolClass, stated: ToolNote, facts?: TypeFacts): LateDescription {
  const problems = new AuthorProblems();
  const note = isBare(stated) ? stated : soundNote(cls.name, stated, problems);
  if (typeof (cls.prototype as { run?: unknown }).run !== 'function')
    problems.add(new AuthorError(cls.name, 'has no method `run`.', 'Add `run(args, context)`.'));
  const inputSchema = problems.attempt(() => inputSchemaOf(cls, note, facts));
  // A schema that is text at once asks for no consent.
  const tool = typeof inputSchema === 'string' ? note : describable(note);
  const returns = problems.attempt(() => returnsOf(cls, note, facts));
  problems.throwAny();
  const published = note.output && returns && note.synchronous !== false ? envelopeOf(returns) : undefined;
  const { name, usage, examples, annotations } = note;
  return new LateDescription({
    name,
    summary: toolSummary(tool),
    usage: usage?.trim() || undefined,
    examples,
    inputSchema: inputSchema!,
    outputSchema: published,
    returns,
    annotations,
  });
}

// Most state nothing but a description and arguments: to look at each of their options would take V8 longer than the whole list.
function isBare(note: ToolNote): boolean {
  return typeof note.args === 'function' && Object.keys(note).length === BARE_OPTIONS;
}

// The arguments, and the name and description that every note has.
const BARE_OPTIONS = 3;

// Adds what is wrong in the options of a tool, and returns the others: what is wrong in those is found too.
function soundNote(place: string, note: ToolNote, problems: AuthorProblems): ToolNote {
  const mistakes = wrongOptions(note, TOOL_OPTIONS, { defined: 'all' });
  if (!mistakes.length) return note;
  problems.attempt(() => throwMistakes(place, mistakes));
  const wrong = new Set(mistakes.map(({ option }) => option));
  return Object.fromEntries(
    Object.entries(note).filter(([option]) => !wrong.has(option)),
  ) as unknown as ToolNote;
}

// What needs no closer look is text at once.
function inputSchemaOf(cls: ToolClass, note: ToolNote, facts?: TypeFacts): ObjectSchema | string {
  const { args, examples } = note;
  const text = args && !facts && !examples?.length ? plainSchemaText(args) : undefined;
  if (text !== undefined) return text;
  const schema = args ? schemaOf(args, facts) : NO_ARGUMENTS;
  if (examples?.length) refuseWrongExamples(note, schema, cls.name);
  return schema;
}

function returnsOf(cls: ToolClass, note: ToolNote, facts?: TypeFacts): JsonSchema | undefined {
  if (note.output && note.returns)
    throw new AuthorError(cls.name, 'states both `output` and `returns`.', 'Keep `output`, which says both.');
  const value = note.output
    ? outputValue(note.output, facts)
    : note.returns && returnedValue(cls, note.returns, facts);
  return value && returnsOfCall(value.schema, note.synchronous);
}

// Clients receive a Result around the value, so that is what the output schema describes.
function envelopeOf(value: JsonSchema): ObjectSchema {
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean', description: 'Whether the call succeeded' },
      value: { ...value, description: 'The value that the tool returns' },
      error: { type: 'string', description: 'What went wrong' },
      error_type: { type: 'string', description: 'The kind of failure' },
      message: { type: 'string', description: 'A message for the user' },
      instruction: { type: 'string', description: 'What the agent should do next' },
    },
    required: ['success'],
  };
}
