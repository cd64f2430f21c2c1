import { planTemplate, specTemplate } from './definition-templates';
import type { TargetProject } from './target-project';
import { assertEqual, testImports } from './test-templates';

/** Templates of `new tool --class`: the pages, the classes and the test. */
export function toolTemplates(name: string, project: TargetProject): Record<string, string> {
  const { stem, className } = namesOf(name);
  return {
    [`specs/${name}/spec.md`]: specTemplate(name),
    [`specs/${name}/plan.md`]: planTemplate(name),
    [`src/args/${stem}.ts`]: argsOf(name, className),
    [`src/tools/${stem}.ts`]: toolOf(name, className, stem, project),
    [`test/${stem}.test.ts`]: toolTestOf(name, className, stem, project),
  };
}

/** Templates of `new prompt`: the class and its test. */
export function promptTemplates(name: string, project: TargetProject): Record<string, string> {
  const { stem, className } = namesOf(name);
  return {
    [`src/prompts/${stem}.ts`]: promptOf(name, className),
    [`test/${stem}.test.ts`]: promptTestOf(name, className, stem, project),
  };
}

/** Templates of `new resource`: the class and its test. */
export function resourceTemplates(name: string, project: TargetProject): Record<string, string> {
  const { stem, className } = namesOf(name);
  return {
    [`src/resources/${stem}.ts`]: resourceOf(name, className),
    [`test/${stem}.test.ts`]: resourceTestOf(name, className, stem, project),
  };
}

function namesOf(name: string): { stem: string; className: string } {
  const className = name.replace(/(^|_)([a-z0-9])/g, (_match, _before, letter: string) =>
    letter.toUpperCase(),
  );
  return { stem: name.replaceAll('_', '-'), className };
}

function argsOf(name: string, className: string): string {
  return `import { Arg, ToolArguments } from 'toolwright';

/** Arguments of \`${name}\`. */
export class ${className}Args extends ToolArguments {
  @Arg({ description: 'What to work on', minLength: 1, example: 'something' })
  target!: string;

  @Arg('Report more details')
  verbose = false;
}
`;
}

function toolOf(name: string, className: string, stem: string, { extension }: TargetProject): string {
  return `import { Result, Tool } from 'toolwright';
import { ${className}Args } from '../args/${stem}${extension}';

/** What ${name} is for. */
@Tool({
  args: ${className}Args,
  description: 'What ${name} is for.',
  usage: 'When and how an agent should call it.',
  examples: [{ args: { target: 'something' }, explains: 'Works on "something".' }],
})
export class ${className} {
  async run(args: ${className}Args): Promise<Result<{ target: string }>> {
    return Result.ok({ target: args.target });
  }
}
`;
}

function toolTestOf(name: string, className: string, stem: string, project: TargetProject): string {
  const { extension, runner } = project;
  return `${testImports(project)}import { outcomeValue, ToolRegistry } from 'toolwright/embed';
import { ${className} } from '../src/tools/${stem}${extension}';

test('${name} returns what it worked on', async () => {
  const registry = new ToolRegistry([${className}]);
  const outcome = await registry.call('${name}', { target: 'something' });
  ${assertEqual(runner, 'outcomeValue(outcome)', `{ target: 'something' }`)}
});

test('${name} rejects an empty target', async () => {
  const registry = new ToolRegistry([${className}]);
  const outcome = await registry.call('${name}', { target: '' });
  ${assertEqual(runner, 'outcome.isError', 'true')}
});
`;
}

function promptOf(name: string, className: string): string {
  return `import { Arg, Prompt, ToolArguments } from 'toolwright';

/** Arguments of \`${name}\`. */
export class ${className}Args extends ToolArguments {
  @Arg('What to speak about')
  subject!: string;
}

/** What ${name} is for. */
@Prompt({ name: '${name}', args: ${className}Args, description: 'What ${name} is for.' })
export class ${className} {
  render(args: ${className}Args): string {
    return \`Tell me about \${args.subject}.\`;
  }
}
`;
}

function promptTestOf(name: string, className: string, stem: string, project: TargetProject): string {
  const { extension, runner } = project;
  return `${testImports(project)}import { PromptRegistry, ToolRegistry } from 'toolwright/embed';
import { ${className} } from '../src/prompts/${stem}${extension}';

test('${name} asks about its subject', async () => {
  const prompts = new PromptRegistry([${className}], new ToolRegistry());
  const { messages } = await prompts.get('${name}', { subject: 'bread' });
  ${assertEqual(runner, 'messages', `[{ role: 'user', content: { type: 'text', text: 'Tell me about bread.' } }]`)}
});
`;
}

function resourceOf(name: string, className: string): string {
  const scheme = name.replaceAll('_', '-');
  return `import { Resource } from 'toolwright';

/** What ${name} holds. */
@Resource({ uri: '${scheme}://{id}', description: 'What ${name} holds.', mimeType: 'text/plain' })
export class ${className} {
  read({ id }: { id: string }): string | undefined {
    return id === 'example' ? 'An example.' : undefined;
  }
}
`;
}

function resourceTestOf(name: string, className: string, stem: string, project: TargetProject): string {
  const { extension, runner } = project;
  const uri = `${name.replaceAll('_', '-')}://example`;
  return `${testImports(project)}import { ResourceRegistry, ToolRegistry } from 'toolwright/embed';
import { ${className} } from '../src/resources/${stem}${extension}';

test('${name} is read by its address', async () => {
  const resources = new ResourceRegistry([${className}], new ToolRegistry());
  const [contents] = await resources.read('${uri}');
  ${assertEqual(runner, 'contents', `{ uri: '${uri}', mimeType: 'text/plain', text: 'An example.' }`)}
});
`;
}
