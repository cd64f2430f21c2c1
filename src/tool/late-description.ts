import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import type { ToolAnnotations, ToolExample } from '../metadata';
import { toolSections } from './markdown';
import type { ToolDescription } from './tool';

/** What a tool is described from. */
export interface DescribedParts {
  readonly name: string;
  readonly summary: string;
  readonly usage?: string | undefined;
  readonly examples?: readonly ToolExample[] | undefined;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema | undefined;
  readonly returns?: JsonSchema | undefined;
  readonly annotations?: ToolAnnotations | undefined;
}

/** A description whose four sections are put together when they are first read: most servers list less than that. */
export class LateDescription implements ToolDescription {
  readonly summary: string;
  readonly usage: string | undefined;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema | undefined;
  readonly returns: JsonSchema | undefined;
  readonly annotations: ToolAnnotations | undefined;
  private sections: string | undefined;

  constructor(private readonly parts: DescribedParts) {
    this.summary = parts.summary;
    this.usage = parts.usage;
    this.inputSchema = parts.inputSchema;
    this.outputSchema = parts.outputSchema;
    this.returns = parts.returns;
    this.annotations = parts.annotations;
  }

  get description(): string {
    return (this.sections ??= toolSections(this.parts, this.inputSchema));
  }

  /** Returns the same description with another first section. */
  withSummary(summary: string): LateDescription {
    return new LateDescription({ ...this.parts, summary });
  }
}
