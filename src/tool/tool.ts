import type { DeclaredAccess } from '../access';
import type { ObjectSchema } from '../json-schema';
import type { ToolAnnotations } from '../metadata';
import type { Awaitable } from '../awaitable';
import type { Checked } from '../schema/checked';
import type { ToolContext } from '../tool-context';

/** What a client is told of a tool. */
export interface ToolDescription {
  /** The four-section markdown. */
  description: string;
  /** Its first section alone. */
  summary: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema | undefined;
  annotations?: ToolAnnotations | undefined;
}

/** The one shape the server sees, whatever a tool's source: class, definition file or raw schema. */
export interface Tool {
  /** The bare name. */
  readonly name: string;
  /** The tool's own prefix; undefined for the server's. */
  readonly prefix?: string | undefined;
  readonly category?: string | undefined;
  readonly tags: readonly string[];
  /** The pack it was switched on with. */
  readonly pack?: string | undefined;
  /** Whether it starts switched on. */
  readonly enabled: boolean;
  readonly enabledBy?: string | undefined;
  /** Why it is switched off and what would help, shown to whoever calls it then. */
  readonly disabledReason?: string | undefined;
  /** Seconds a call may take; undefined for the registry's default, 0 for no limit. */
  readonly timeoutSeconds?: number | undefined;
  /** False when a call goes on in the background. */
  readonly synchronous?: boolean | undefined;
  /** The literal of its `@Explicit` field, when it has one. */
  readonly explicit?: { readonly field: string; readonly literal: string } | undefined;
  /** Wire names of arguments that never reach a log. */
  readonly secrets: readonly string[];
  /** The arguments that the policy judges before it runs. */
  readonly accesses?: readonly DeclaredAccess[] | undefined;
  /** A second name under which the operator's rules for it may stand: that of its definition. */
  readonly ruledAs?: string | undefined;
  /** Where it comes from, for error messages: a class or a file. */
  readonly source: string;
  describe(): ToolDescription;
  /** Raw arguments to checked ones; never throws for what a caller sent. */
  check(raw: Record<string, unknown>): Awaitable<Checked>;
  /** Runs it with checked arguments. */
  run(args: object, context: ToolContext): unknown;
}
