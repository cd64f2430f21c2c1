import './base/metadata-registry';
import 'reflect-metadata';
import type { ArgAccess } from './base/access';
import type { JsonSchema } from './base/json-schema';
import { ownDecoratorMetadata } from './base/symbol-metadata';

/** Any class, whatever its constructor parameters. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the only type that every constructor fits
export type AnyClass<T = object> = new (...parameters: any[]) => T;

/** What a constructor parameter is injected by: its class, or a name or typedi `Token` that is set in the container. */
export type InjectToken =
  AnyClass | (abstract new (...parameters: never) => object) | string | { readonly name?: string };

/** A class with `@Arg` fields and a constructor without parameters. */
export type ArgsClass<A extends object = object> = new () => A;

/** The type of a value, where TypeScript's own is erased; a nested class is given as a function, so cycles work. */
export type TypeRef = 'string' | 'number' | 'integer' | 'boolean' | 'object' | (() => ArgsClass);

/** The formats that are checked; an unknown one is refused when the tool is listed. */
export type KnownFormat =
  'date-time' | 'date' | 'time' | 'email' | 'uri' | 'uuid' | 'ipv4' | 'ipv6' | 'hostname';

/** Validation rules, each of which is also published in the schema. */
export interface ValueRules {
  enum?: readonly (string | number | boolean)[] | Readonly<Record<string, string | number>>;
  minLength?: number;
  maxLength?: number;
  pattern?: RegExp | string;
  format?: KnownFormat | (string & Record<never, never>);
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  /** The items of an array. */
  items?: TypeRef | ItemOptions;
  /** The values of an object with arbitrary keys. */
  values?: TypeRef | ItemOptions;
}

/** Options for the items of an array, or the values of a map. */
export interface ItemOptions extends ValueRules {
  type?: TypeRef | 'array';
}

/** Options of an argument. */
export interface ArgOptions extends ValueRules {
  description: string;
  /** The name on the wire; snake_case of the field by default. */
  name?: string;
  type?: TypeRef | 'array';
  optional?: boolean;
  nullable?: boolean;
  /** The complete schema of the field, if the rules above cannot express it. */
  schema?: JsonSchema;
  /** What the policy judges it as before the tool runs; for strings and lists of strings. */
  access?: ArgAccess;
  /** Never logged by Toolwright; what your own code logs is hidden by `redact`. */
  secret?: boolean;
  /** The HTTP header `Mcp-Param-…` in which modern clients repeat it, for what routes requests; plain values only. */
  header?: string;
  /** A realistic value, used to generate examples. */
  example?: unknown;
}

/** The metadata that `@Arg` or `@Explicit` attaches for a field. */
export interface ArgNote {
  readonly key: string;
  readonly wireName: string;
  /** The options as the author wrote them. */
  readonly stated: Readonly<ArgOptions>;
  /** The literal required by `@Explicit`. */
  readonly explicit: string | undefined;
  /** What the decorated member is, if it is no field. */
  readonly misplaced?: 'static' | 'a getter or setter' | undefined;
}

/** Hints for clients, as defined by MCP. */
export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** An example call, with an explanation. */
export interface ToolExample {
  args: Record<string, unknown>;
  explains: string;
}

/** Options of a tool, besides its arguments. */
export interface ToolFacts {
  name?: string;
  description: string;
  /** Usage instructions: when and how to call it. */
  usage?: string;
  examples?: readonly ToolExample[];
  category?: string;
  tags?: readonly string[];
  annotations?: ToolAnnotations;
  /** The tool's own prefix; empty for none. */
  prefix?: string;
  /** Time limit of a call in seconds; 0 for none. */
  timeoutSeconds?: number;
  /** The most tokens that one of its answers may have, instead of the server's `answers.budget`; 0 for no limit. */
  answerBudget?: number;
  enabled?: boolean;
  /** The flag that enables the tool. */
  enabledBy?: string;
  /** False for a tool that runs in the background. */
  synchronous?: boolean;
  /** Whether a client may call a background tool as a task (the default), or can't call it otherwise. */
  taskSupport?: 'optional' | 'required';
  /**
   * The published names of the arguments that make two calls of a caller the same one, such as `['invoice_id']`: the second
   * joins the first or gets its recorded answer instead of running again.
   */
  idempotencyKey?: readonly string[];
  /** The class whose fields describe the value the tool returns; published to clients. */
  output?: ArgsClass;
  /** What its constructor takes, in order; needed where the compiler records no types. */
  inject?: readonly InjectToken[];
  /** What the tool returns, for signatures and code; not published to clients. Not needed beside `output`. */
  returns?: Returns;
}

/** What a tool returns: a type, the items of a list, the values of a map, or a whole schema. */
export type Returns = TypeRef | ItemOptions | { readonly schema: JsonSchema };

/** The metadata that `@Tool` attaches to its class. */
export interface ToolNote extends Readonly<ToolFacts> {
  readonly name: string;
  readonly args?: ArgsClass | undefined;
}

/** Options of a prompt. */
export interface PromptFacts {
  name?: string;
  title?: string;
  description: string;
  usage?: string;
  examples?: readonly { call: string; explains: string }[];
  /** The arguments as shown to users, such as `*args`, in place of their real names. */
  conceptual?: string;
  /** What its constructor takes, in order; needed where the compiler records no types. */
  inject?: readonly InjectToken[];
}

/** The metadata that `@Prompt` attaches to its class. */
export interface PromptNote extends Readonly<PromptFacts> {
  readonly name: string;
  readonly args?: ArgsClass | undefined;
}

/** Options of a resource, with a fixed URI or a template such as `guide://{category}/{document}`. */
export interface ResourceFacts {
  uri: string;
  name?: string;
  title?: string;
  description: string;
  mimeType?: string;
  /** What its constructor takes, in order; needed where the compiler records no types. */
  inject?: readonly InjectToken[];
}

/** The metadata that `@Resource` attaches to its class. */
export interface ResourceNote extends Readonly<ResourceFacts> {
  readonly name: string;
}

const ARGS = Symbol.for('toolwright:args');
const TOOL = Symbol.for('toolwright:tool');
const PROMPT = Symbol.for('toolwright:prompt');
const RESOURCE = Symbol.for('toolwright:resource');

// Notes are stored on the class itself rather than in reflect-metadata's maps, which takes a third of the time.
function setNote(target: object, key: symbol, note: unknown): void {
  Object.defineProperty(target, key, { value: note, configurable: true });
}

function ownNote(target: object, key: symbol): unknown {
  return Object.hasOwn(target, key) ? (target as Record<symbol, unknown>)[key] : undefined;
}

// The decorators of a class run one after another, so its list is looked up once.
let last: { target: object; notes: ArgNote[] } | undefined;

/** Adds the note of a field to a class's own list; its parents' lists are not changed. */
export function addArgNote(target: object, note: ArgNote): void {
  if (last?.target === target) {
    last.notes.push(note);
    return;
  }
  let notes = ownNote(target, ARGS) as ArgNote[] | undefined;
  if (!notes) setNote(target, ARGS, (notes = []));
  notes.push(note);
  last = { target, notes };
}

// Standard decorators leave their notes on the class's `Symbol.metadata`, which exists before the class does.
function notesOn(target: object): readonly ArgNote[] | undefined {
  const own = ownNote(target, ARGS) as readonly ArgNote[] | undefined;
  if (own) return own;
  const shared = ownDecoratorMetadata(target);
  return shared && (ownNote(shared, ARGS) as readonly ArgNote[] | undefined);
}

/** Returns the notes of all fields of a class, parents' first; a redeclared field keeps its position but gets the new note. */
export function argNotesOf(target: object): readonly ArgNote[] {
  let only: readonly ArgNote[] | undefined;
  for (let at: object | null = target; at && at !== Function.prototype; at = Reflect.getPrototypeOf(at)) {
    const own = notesOn(at);
    if (own && only) return joinedArgNotes(target);
    only ??= own;
  }
  return only ?? [];
}

function joinedArgNotes(target: object): readonly ArgNote[] {
  const lists: (readonly ArgNote[])[] = [];
  for (let at: object | null = target; at && at !== Function.prototype; at = Reflect.getPrototypeOf(at)) {
    const own = notesOn(at);
    if (own) lists.push(own);
  }
  const byKey = new Map<string, ArgNote>();
  for (const list of lists.reverse()) for (const note of list) byKey.set(note.key, note);
  return [...byKey.values()];
}

/** Attaches a tool's note to its class. */
export function setToolNote(target: object, note: ToolNote): void {
  setNote(target, TOOL, note);
}

/** Returns the note of a tool class; a subclass without `@Tool` has none. */
export function toolNoteOf(target: object): ToolNote | undefined {
  return ownNote(target, TOOL) as ToolNote | undefined;
}

/** Attaches a prompt's note to its class. */
export function setPromptNote(target: object, note: PromptNote): void {
  setNote(target, PROMPT, note);
}

/** Returns the note of a prompt class. */
export function promptNoteOf(target: object): PromptNote | undefined {
  return ownNote(target, PROMPT) as PromptNote | undefined;
}

/** Attaches a resource's note to its class. */
export function setResourceNote(target: object, note: ResourceNote): void {
  setNote(target, RESOURCE, note);
}

/** Returns the note of a resource class. */
export function resourceNoteOf(target: object): ResourceNote | undefined {
  return ownNote(target, RESOURCE) as ResourceNote | undefined;
}

/** Returns the type that TypeScript recorded for a field, if the class was compiled with decorator metadata. */
export function designTypeOf(target: ArgsClass, key: string): unknown {
  const prototype = target.prototype as object;
  // Its own record is found in half the time, and most have one.
  return (
    Reflect.getOwnMetadata('design:type', prototype, key) ??
    Reflect.getMetadata('design:type', prototype, key)
  );
}
