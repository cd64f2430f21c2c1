import type { DeclaredAccess } from '../access';
import type { ToolClass } from '../decorators';
import type { ObjectSchema } from '../json-schema';
import type { ToolAnnotations } from '../metadata';
import type { TypeFacts } from '../schema/args-schema';

/** What the build-time manifest holds of one tool: all that listing it needs. */
export interface ManifestTool {
  name: string;
  className: string;
  pack?: string;
  prefix?: string;
  category?: string;
  tags?: string[];
  enabled?: boolean;
  enabledBy?: string;
  timeoutSeconds?: number;
  synchronous?: boolean;
  explicit?: { field: string; literal: string };
  secrets?: string[];
  accesses?: readonly DeclaredAccess[];
  description: string;
  summary: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations?: ToolAnnotations;
}

/** What the build-time generator writes: the tools, and the types that decorators can't see. */
export interface Manifest {
  tools: readonly ManifestTool[];
  types: TypeFacts;
}

/** A manifest as a JSON import types it, where literals are plain strings. */
export interface ManifestJson {
  readonly tools: readonly object[];
  readonly types: object;
}

/** A tool known from the manifest and loaded on its first call. */
export interface LazySource {
  readonly entry: ManifestTool;
  readonly load: () => Promise<ToolClass>;
  readonly pack?: string;
}
