import type { ArgAccess } from '../base/access';
import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import type { ToolFacts } from '../metadata';
import type { ToolContext } from '../tool-context';

/** A tool as a value: a name, a raw JSON Schema and a function. */
export interface DefinedTool extends Omit<ToolFacts, 'output' | 'returns'> {
  name: string;
  inputSchema?: JsonSchema;
  outputSchema?: ObjectSchema;
  /** The value itself, for signatures and code; defaults to `outputSchema`. */
  returns?: JsonSchema;
  /** What the policy judges before it runs: names of arguments, dotted inside objects. */
  access?: Readonly<Record<string, ArgAccess>>;
  /** Its source, for error messages. */
  source?: string;
  pack?: string;
  disabledReason?: string;
  run: (args: Record<string, unknown>, context: ToolContext) => unknown;
}
