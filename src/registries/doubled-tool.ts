import { AuthorError } from '../errors';
import { AnnotatedTool } from '../tool/annotated-tool';
import type { ToolShape } from '../tool/tool';

/** The mistake of a tool whose published name another tool has, or which is listed twice itself. */
export function doubledTool(tool: ToolShape, published: string, there: ToolShape): AuthorError {
  if (classOf(tool) !== undefined && classOf(tool) === classOf(there))
    return new AuthorError(tool.source, 'is in the list twice.', 'Name it once.');
  return new AuthorError(
    tool.source,
    `has the name '${published}', which ${there.source} already has.`,
    'Rename one of them, or register with `replace`.',
  );
}

function classOf(tool: ToolShape): object | undefined {
  return tool instanceof AnnotatedTool ? tool.declaration.handler : undefined;
}
