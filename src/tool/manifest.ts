import type { DeclaredAccess } from '../base/access';
import type { ToolClass } from '../decorators';
import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import type { ToolAnnotations, ToolExample } from '../metadata';
import type { TypeFacts } from '../schema/field-facts';

/** The entry of one tool in the build-time manifest: everything needed to list it. */
export interface ManifestTool {
  name: string;
  className: string;
  prefix?: string;
  category?: string;
  tags?: string[];
  enabled?: boolean;
  enabledBy?: string;
  timeoutSeconds?: number;
  answerBudget?: number;
  synchronous?: boolean;
  taskSupport?: 'optional' | 'required';
  idempotencyKey?: readonly string[];
  explicit?: { field: string; literal: string };
  secrets?: string[];
  accesses?: readonly DeclaredAccess[];
  summary: string;
  usage?: string;
  examples?: readonly ToolExample[];
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  returns?: JsonSchema;
  annotations?: ToolAnnotations;
}

/** The output of the build-time generator: the tools, and the types that decorators cannot see. */
export interface Manifest {
  tools: readonly ManifestTool[];
  types: TypeFacts;
}

/** A manifest as typed by a JSON import, where literals are plain strings. */
export interface ManifestJson {
  readonly tools: readonly object[];
  readonly types: object;
}

/** An entry as it is read: its input schema may be JSON text, which is listed as it is, and parsed when something else needs it. */
export type WrittenTool = Omit<ManifestTool, 'inputSchema'> & { inputSchema: ObjectSchema | string };

/** A manifest as it is read. */
export interface WrittenManifest {
  readonly tools: readonly WrittenTool[];
  readonly types: TypeFacts;
}

/** A tool from the manifest, loaded on its first call. */
export interface LazySource {
  readonly entry: WrittenTool;
  readonly load: (entry: WrittenTool) => Promise<ToolClass>;
  readonly pack?: string;
}
