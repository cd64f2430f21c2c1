import type { DeclaredAccess } from '../base/access';
import type { AuthorProblems } from '../author-problems';
import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import type { ToolAnnotations } from '../metadata';
import type { Awaitable } from '../base/awaitable';
import type { Checked } from '../schema/checked-args';
import type { ToolContext } from '../tool-context';

/** What a client sees of a tool. */
export interface ToolDescription {
  /** The Markdown with four sections. */
  readonly description: string;
  /** Its first section only. */
  readonly summary: string;
  /** What the author wrote on when and how to call it. */
  readonly usage?: string | undefined;
  readonly inputSchema: ObjectSchema;
  /** The same as JSON text, where it is known as such. */
  readonly inputText?: string | undefined;
  readonly outputSchema?: ObjectSchema | undefined;
  /** The value itself, for signatures and code; clients may get a Result around it. */
  readonly returns?: JsonSchema | undefined;
  readonly annotations?: ToolAnnotations | undefined;
}

/** The common shape of all tools, whatever their source: class, definition file or raw schema. */
export interface ToolShape {
  /** The bare name. */
  readonly name: string;
  /** The tool's own prefix; undefined to use the server's. */
  readonly prefix?: string | undefined;
  readonly category?: string | undefined;
  readonly tags: readonly string[];
  /** The pack that it belongs to. */
  readonly pack?: string | undefined;
  /** Whether it is enabled initially. */
  readonly enabled: boolean;
  readonly enabledBy?: string | undefined;
  /** Why it is disabled and what to do about it, shown to callers. */
  readonly disabledReason?: string | undefined;
  /** Time limit of a call in seconds; undefined for the registry's default, 0 for none. */
  readonly timeoutSeconds?: number | undefined;
  /** The most tokens of an answer; undefined for the server's own limit, 0 for none. */
  readonly answerBudget?: number | undefined;
  /** False if calls run in the background. */
  readonly synchronous?: boolean | undefined;
  /** Whether clients may call it as a task, or only so. */
  readonly taskSupport?: 'optional' | 'required' | undefined;
  /** The published names of the arguments that make two calls the same one, if it derives a key from them. */
  readonly idempotencyKey?: readonly string[] | undefined;
  /** The literal of its `@Explicit` field, if any. */
  readonly explicit?: { readonly field: string; readonly literal: string } | undefined;
  /** Published names of arguments that are never logged. */
  readonly secrets: readonly string[];
  /** The arguments that the policy judges before it runs. */
  readonly accesses?: readonly DeclaredAccess[] | undefined;
  /** Another name that the operator's rules may use for it: that of its definition. */
  readonly ruledAs?: string | undefined;
  /** Whether a client is sent the value of its `output` class alone, without a Result around it. */
  readonly bareOutput?: boolean | undefined;
  /** Its source, for error messages: a class or a file. */
  readonly source: string;
  describe(): ToolDescription;
  /** Builds everything the tool needs, and adds every mistake it finds; `describe` alone is checked where absent. */
  verify?(problems: AuthorProblems): Awaitable<void>;
  /** Returns arguments that its author states as examples, at the tool or at single arguments; others may be missing. */
  examples?(): Awaitable<readonly Readonly<Record<string, unknown>>[]>;
  /** Checks raw arguments; never throws because of what a caller sent. */
  check(raw: Record<string, unknown>): Awaitable<Checked>;
  /** Runs it with checked arguments. */
  run(args: object, context: ToolContext): unknown;
}
