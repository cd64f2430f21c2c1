import 'reflect-metadata';
import type { ArgAccess } from './access';
import type { JsonSchema } from './json-schema';

/** Any class, whatever its constructor takes. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the only type that every constructor fits
export type AnyClass<T = object> = new (...parameters: any[]) => T;

/** A class whose fields carry `@Arg`; constructed without parameters. */
export type ArgsClass<A extends object = object> = new () => A;

/** The type of a value where TypeScript's own was erased; a nested class is given lazily, so cycles work. */
export type TypeRef = 'string' | 'number' | 'integer' | 'boolean' | 'object' | (() => ArgsClass);

/** Rules a value must meet, each of them also published in the schema. */
export interface ValueRules {
  enum?: readonly (string | number | boolean)[] | Readonly<Record<string, string | number>>;
  minLength?: number;
  maxLength?: number;
  pattern?: RegExp | string;
  /** `date-time`, `date`, `time`, `email`, `uri`, `uuid`, `ipv4`, `ipv6`, `hostname` */
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  /** What an array holds. */
  items?: TypeRef | ItemOptions;
  /** What an object with free keys holds under each of them. */
  values?: TypeRef | ItemOptions;
}

/** What an array's items, or a map's values, are. */
export interface ItemOptions extends ValueRules {
  type?: TypeRef | 'array';
}

/** What an author says of one argument. */
export interface ArgOptions extends ValueRules {
  description: string;
  /** The name on the wire; snake_case of the field by default. */
  name?: string;
  type?: TypeRef | 'array';
  optional?: boolean;
  nullable?: boolean;
  /** The whole schema of the field, where the rules above can't say it. */
  schema?: JsonSchema;
  /** What the policy judges it as before the tool runs; for strings and lists of strings. */
  access?: ArgAccess;
  /** Never logged. */
  secret?: boolean;
  /** A realistic value, used where an example has to be made. */
  example?: unknown;
}

/** The note `@Arg` or `@Explicit` leaves for one field. */
export interface ArgNote {
  readonly key: string;
  readonly wireName: string;
  /** What the author said, as it was said. */
  readonly stated: Readonly<ArgOptions>;
  /** The literal that states consent, on `@Explicit` fields. */
  readonly explicit: string | undefined;
}

/** Hints for clients, as MCP names them. */
export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** One call an author shows, with what it demonstrates. */
export interface ToolExample {
  args: Record<string, unknown>;
  explains: string;
}

/** What an author says of a tool, besides its arguments. */
export interface ToolFacts {
  name?: string;
  description: string;
  /** General instructions: when and how to call it. */
  usage?: string;
  examples?: readonly ToolExample[];
  category?: string;
  tags?: readonly string[];
  annotations?: ToolAnnotations;
  /** The tool's own prefix; empty for none. */
  prefix?: string;
  /** Seconds a call may take; 0 for no limit. */
  timeoutSeconds?: number;
  enabled?: boolean;
  /** The flag that switches the tool on. */
  enabledBy?: string;
  /** False for a tool that goes on in the background. */
  synchronous?: boolean;
  /** The class whose fields describe the value the tool returns. */
  output?: ArgsClass;
}

/** The note `@Tool` leaves on its class. */
export interface ToolNote extends Readonly<ToolFacts> {
  readonly name: string;
  readonly args?: ArgsClass | undefined;
}

/** What an author says of a prompt. */
export interface PromptFacts {
  name?: string;
  title?: string;
  description: string;
  usage?: string;
  examples?: readonly { call: string; explains: string }[];
  /** The arguments as people think of them, such as `*args`; their real names are then left out of the docs. */
  conceptual?: string;
}

/** The note `@Prompt` leaves on its class. */
export interface PromptNote extends Readonly<PromptFacts> {
  readonly name: string;
  readonly args?: ArgsClass | undefined;
}

/** What an author says of a resource: a fixed URI, or a template such as `guide://{category}/{document}`. */
export interface ResourceFacts {
  uri: string;
  name?: string;
  title?: string;
  description: string;
  mimeType?: string;
}

/** The note `@Resource` leaves on its class. */
export interface ResourceNote extends Readonly<ResourceFacts> {
  readonly name: string;
}

const ARGS = Symbol.for('toolwright:args');
const TOOL = Symbol.for('toolwright:tool');
const PROMPT = Symbol.for('toolwright:prompt');
const RESOURCE = Symbol.for('toolwright:resource');

// Notes stand on the class itself rather than in reflect-metadata's maps: a thousand classes cost a third of the time.
function setNote(target: object, key: symbol, note: unknown): void {
  Object.defineProperty(target, key, { value: note, configurable: true });
}

function ownNote(target: object, key: symbol): unknown {
  return Object.hasOwn(target, key) ? (target as Record<symbol, unknown>)[key] : undefined;
}

// The decorators of one class run one after another, so its list is looked up once.
let last: { target: object; notes: ArgNote[] } | undefined;

/** Adds one field's note to a class's own list; its parents' lists stay as they are. */
export function addArgNote(target: object, note: ArgNote): void {
  if (last?.target !== target) last = { target, notes: ownArgNotes(target) };
  last.notes.push(note);
}

function ownArgNotes(target: object): ArgNote[] {
  const own = ownNote(target, ARGS) as ArgNote[] | undefined;
  if (own) return own;
  const notes: ArgNote[] = [];
  setNote(target, ARGS, notes);
  return notes;
}

/** All notes of a class's fields, parents' first; a redeclared field keeps its place and takes the new note. */
export function argNotesOf(target: object): readonly ArgNote[] {
  let only: readonly ArgNote[] | undefined;
  for (let at: object | null = target; at && at !== Function.prototype; at = Reflect.getPrototypeOf(at)) {
    const own = ownNote(at, ARGS) as readonly ArgNote[] | undefined;
    if (own && only) return joinedArgNotes(target);
    only ??= own;
  }
  return only ?? [];
}

function joinedArgNotes(target: object): readonly ArgNote[] {
  const lists: (readonly ArgNote[])[] = [];
  for (let at: object | null = target; at && at !== Function.prototype; at = Reflect.getPrototypeOf(at)) {
    const own = ownNote(at, ARGS) as readonly ArgNote[] | undefined;
    if (own) lists.push(own);
  }
  const byKey = new Map<string, ArgNote>();
  for (const list of lists.reverse()) for (const note of list) byKey.set(note.key, note);
  return [...byKey.values()];
}

/** Leaves a tool's note on its class. */
export function setToolNote(target: object, note: ToolNote): void {
  setNote(target, TOOL, note);
}

/** The note of a tool class itself; a subclass without `@Tool` is no tool. */
export function toolNoteOf(target: object): ToolNote | undefined {
  return ownNote(target, TOOL) as ToolNote | undefined;
}

/** Leaves a prompt's note on its class. */
export function setPromptNote(target: object, note: PromptNote): void {
  setNote(target, PROMPT, note);
}

/** The note of a prompt class itself. */
export function promptNoteOf(target: object): PromptNote | undefined {
  return ownNote(target, PROMPT) as PromptNote | undefined;
}

/** Leaves a resource's note on its class. */
export function setResourceNote(target: object, note: ResourceNote): void {
  setNote(target, RESOURCE, note);
}

/** The note of a resource class itself. */
export function resourceNoteOf(target: object): ResourceNote | undefined {
  return ownNote(target, RESOURCE) as ResourceNote | undefined;
}

/** What TypeScript recorded as a field's type, if the class was compiled with decorator metadata. */
export function designTypeOf(target: ArgsClass, key: string): unknown {
  return Reflect.getMetadata('design:type', target.prototype as object, key);
}
