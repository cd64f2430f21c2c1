// How to write a tool: src/tools/README.md
import { GetProjectArgs } from '../args/get-project';
import { RETURNED } from '../args/returned';
import { placeProblems } from '../content/document-place';
import { ContentLibrary } from '../content/document-library';
import { Tool } from '../decorators';
import { describeProject } from '../projects/describe-project';
import { withProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Returns the project of this session. */
@Tool({
  args: GetProjectArgs,
  returns: RETURNED.project,
  description: 'Get the current project.',
  usage:
    'The current project is the one chosen with set_project, or else the client’s first root, or else the server’s working directory.',
  examples: [
    { args: {}, explains: 'Returns name, key and path of the current project.' },
    { args: { verbose: true }, explains: 'Adds its categories, collections and flags.' },
  ],
  category: 'project',
  tags: ['project'],
  annotations: {
    title: 'Current project',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class GetProject {
  constructor(
    private readonly projects: Projects,
    private readonly library: ContentLibrary,
  ) {}

  run({ verbose }: GetProjectArgs, { session }: ToolContext): Promise<Result<unknown>> {
    return withProject(this.projects, session, async (project) => {
      const place = await this.library.place();
      const [problem] = await placeProblems(place, []);
      return Result.ok(
        { ...describeProject(project, verbose), docroot: place.root },
        { ...(problem !== undefined && project.categories.size && { message: `Note: ${problem}.` }) },
      );
    });
  }
}
