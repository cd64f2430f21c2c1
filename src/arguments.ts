import type { ToolClass } from './decorators';
import type { ObjectSchema } from './json-schema';
import { describable, schemaMarkdown, toolMarkdown } from './tool/markdown';
import { toolNoteOf, type ArgsClass } from './metadata';
import { AuthorError } from './errors';
import { schemaOf } from './schema/args-schema';
import { createArguments } from './schema/validate';

/** The base of every args class. */
export abstract class ToolArguments {
  /** The JSON Schema that is published for this class. */
  static toSchema(this: ArgsClass): ObjectSchema {
    return schemaOf(this);
  }

  /** The arguments as a markdown list: name, type, whether required, default, description. */
  static toSchemaMarkdown(this: ArgsClass): string {
    return schemaMarkdown(schemaOf(this));
  }

  /** The four-section description of a tool class. */
  static buildToolDescription(tool: ToolClass): string {
    const note = toolNoteOf(tool);
    if (!note) throw new AuthorError(tool.name, 'is not a tool.', 'Put @Tool on it.');
    return toolMarkdown(
      describable(note),
      note.args ? schemaOf(note.args) : { type: 'object', properties: {} },
    );
  }

  /** A validated instance from raw arguments; throws an error that lists every problem. */
  static from<A extends object>(this: ArgsClass<A>, raw: unknown): Promise<A> {
    return createArguments(this, raw);
  }
}
