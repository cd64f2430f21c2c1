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
  /** As a value, or as JSON text. */
  readonly inputSchema: ObjectSchema | string;
  readonly outputSchema?: ObjectSchema | undefined;
  readonly returns?: JsonSchema | undefined;
  readonly annotations?: ToolAnnotations | undefined;
}

/** A description whose four sections are put together when they are first read: most servers list less than that. */
export class LateDescription implements ToolDescription {
  private sections: string | undefined;
  private parsed: ObjectSchema | undefined;

  constructor(private readonly parts: DescribedParts) {}

  get summary(): string {
    return this.parts.summary;
  }

  get usage(): string | undefined {
    return this.parts.usage;
  }

  get inputSchema(): ObjectSchema {
    const { inputSchema } = this.parts;
    if (typeof inputSchema !== 'string') return inputSchema;
    return (this.parsed ??= JSON.parse(inputSchema) as ObjectSchema);
  }

  get inputText(): string | undefined {
    const { inputSchema } = this.parts;
    return typeof inputSchema === 'string' ? inputSchema : undefined;
  }

  get outputSchema(): ObjectSchema | undefined {
    return this.parts.outputSchema;
  }

  get returns(): JsonSchema | undefined {
    return this.parts.returns;
  }

  get annotations(): ToolAnnotations | undefined {
    return this.parts.annotations;
  }

  get description(): string {
    return (this.sections ??= toolSections(this.parts, this.inputSchema));
  }

  /** Returns the same description with some parts changed. */
  with(changed: Partial<DescribedParts>): LateDescription {
    return new LateDescription({ ...this.parts, ...changed });
  }
}
