import type { ContentBlock, ToolResult } from './tool-result';
import type { Result } from './result';

/** A string that held exactly the JSON the schema asks for, and was taken as that. */
export interface Repair {
  field: string;
  from: string;
  to: string;
}

/** What a call ended in, before it is rendered for a door: a Result, content blocks, or a plain value. */
export interface CallOutcome {
  readonly result: Result | ToolResult;
  readonly isError: boolean;
  readonly repairs: readonly Repair[];
}

/** A tool result as the wire carries it. */
export interface WireResult {
  content: readonly ContentBlock[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  _meta?: Record<string, unknown>;
}
