import type { AuthorProblems } from '../author-problems';
import { refuseUnknownKeys } from '../calls/keys/derived-key';
import type { ToolShape } from '../tool/tool';

/** Builds everything one tool needs, and adds every mistake it finds. */
export async function verifyTool(tool: ToolShape, problems: AuthorProblems): Promise<void> {
  try {
    if (tool.verify) await tool.verify(problems);
    else tool.describe();
    refuseUnknownKeys(tool);
  } catch (error) {
    problems.add(error, tool.source);
  }
}
