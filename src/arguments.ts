import type { ToolClass } from './decorators';
import type { ObjectSchema } from './base/json-schema';
import { describable, schemaMarkdown, toolMarkdown } from './tool/markdown';
import { toolNoteOf, type ArgsClass } from './metadata';
import { AuthorError } from './errors';
import { schemaOf } from './schema/args-schema';
import { newGuardOf } from './schema/constructed-args-guard';
import { BASE, guardedNew } from './schema/construct-args';
import { createArguments } from './schema/validate';

/** Base class of all argument classes. */
export abstract class ToolArguments {
  /** Marks the base class, also for another copy of the package. */
  static readonly [BASE] = true;

  constructor() {
    return guardedNew(this, new.target as unknown as ArgsClass, newGuardOf);
  }

  /** Returns the JSON Schema published for this class. */
  static toSchema(this: ArgsClass): ObjectSchema {
    return schemaOf(this);
  }

  /** Returns the arguments as a Markdown list: name, type, whether required, default, description. */
  static toSchemaMarkdown(this: ArgsClass): string {
    return schemaMarkdown(schemaOf(this));
  }

  /** Returns the four-section description of a tool class. */
  static buildToolDescription(tool: ToolClass): string {
    const note = toolNoteOf(tool);
    if (!note) throw new AuthorError(tool.name, 'is not a tool.', 'Put @Tool on it.');
    return toolMarkdown(
      describable(note),
      note.args ? schemaOf(note.args) : { type: 'object', properties: {} },
    );
  }

  /** Makes a validated instance from raw arguments; throws an error that lists every problem. */
  static from<A extends object>(this: ArgsClass<A>, raw: unknown): Promise<A> {
    return createArguments(this, raw);
  }
}
