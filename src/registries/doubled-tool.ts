import { AuthorError } from '../errors';
import { AnnotatedTool } from '../tool/annotated-tool';
import type { ToolShape } from '../tool/tool';

// Authors meet these packs without having chosen them.
const WHY_ADDED: Readonly<Record<string, string>> = {
  operations: 'where a tool runs in the background',
  code: 'where `expose` or the pack asks for it',
};

/** The mistake of a tool whose published name another tool has, or which is listed twice itself. */
export function doubledTool(tool: ToolShape, published: string, there: ToolShape): AuthorError {
  if (classOf(tool) !== undefined && classOf(tool) === classOf(there))
    return new AuthorError(tool.source, 'is in the list twice.', 'Name it once.');
  if ((tool.pack === undefined) !== (there.pack === undefined))
    return tool.pack === undefined
      ? nameOfOurs(tool, published, there.pack!)
      : nameOfOurs(there, published, tool.pack);
  const other = tool.source === there.source ? `another ${there.source}` : there.source;
  return new AuthorError(
    tool.source,
    `has the name '${published}', which ${other} already has.`,
    'Rename one of them, by `name` in its options.',
  );
}

function nameOfOurs(theirs: ToolShape, published: string, pack: string): AuthorError {
  const why = WHY_ADDED[pack] === undefined ? '' : `, which is added ${WHY_ADDED[pack]}`;
  return new AuthorError(
    theirs.source,
    `has the name '${published}' of a tool that comes with Toolwright (pack '${pack}'${why}).`,
    `Rename yours, by \`name\` in its options: \`name: 'my_${theirs.name}'\`.`,
  );
}

function classOf(tool: ToolShape): object | undefined {
  return tool instanceof AnnotatedTool ? tool.declaration.handler : undefined;
}
