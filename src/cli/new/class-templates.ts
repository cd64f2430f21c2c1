import type { TargetProject } from './target-project';
import { assertsEqual, assertsFailure, assertsOk, testOf } from './test-templates';

/** Templates of `new tool --class`: the args class, the tool class and its test. */
export function toolTemplates(name: string, project: TargetProject): Record<string, string> {
  const { stem, className } = namesOf(name);
  return {
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
  const call = (target: string): string => `await client.call('${name}', { target: '${target}' })`;
  const tests = [
    {
      title: `${name} returns what it worked on`,
      asserts: assertsOk(runner, call('something'), `{ target: 'something' }`),
    },
    { title: `${name} refuses an empty target`, asserts: assertsFailure(runner, call(''), '/target/') },
  ];
  const from = `../src/tools/${stem}${extension}`;
  return testOf({ className, from, served: className, calls: true, tests }, project);
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
  const text = `await client.prompt('${name}', { subject: 'bread' })`;
  const asserts = assertsEqual(runner, text, `'Tell me about bread.'`);
  const tests = [{ title: `${name} asks about its subject`, asserts }];
  const served = `defineApp({ prompts: ${className} })`;
  return testOf(
    { className, from: `../src/prompts/${stem}${extension}`, served, calls: false, tests },
    project,
  );
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
  const expected = `[{ uri: '${uri}', mimeType: 'text/plain', text: 'An example.' }]`;
  const asserts = assertsEqual(runner, `await client.read('${uri}')`, expected);
  const tests = [{ title: `${name} is read by its address`, asserts }];
  const served = `defineApp({ resources: ${className} })`;
  return testOf(
    { className, from: `../src/resources/${stem}${extension}`, served, calls: false, tests },
    project,
  );
}
