import { planTemplate, specTemplate } from './definition';

/** Templates of `toolwright new tool --class`: the pages, the classes and the test. */
export function classTemplates(name: string): Record<string, string> {
  const stem = name.replaceAll('_', '-');
  const className = name.replace(/(^|_)([a-z0-9])/g, (_match, _before, letter: string) =>
    letter.toUpperCase(),
  );
  return {
    [`specs/${name}/spec.md`]: specTemplate(name),
    [`specs/${name}/plan.md`]: planTemplate(name),
    [`src/args/${stem}.ts`]: argsTemplate(name, className),
    [`src/tools/${stem}.ts`]: toolTemplate(name, className, stem),
    [`test/${stem}.test.ts`]: testTemplate(name, className, stem),
  };
}

function argsTemplate(name: string, className: string): string {
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

function toolTemplate(name: string, className: string, stem: string): string {
  return `import { Result, Tool } from 'toolwright';
import { ${className}Args } from '../args/${stem}';

/** What ${name} is for. */
@Tool({
  args: ${className}Args,
  description: 'What ${name} is for.',
  usage: 'When and how an agent should call it.',
  examples: [{ args: { target: 'something' }, explains: 'Works on "something".' }],
  category: 'own',
  annotations: { readOnlyHint: true },
})
export class ${className} {
  async run(args: ${className}Args): Promise<Result<{ target: string }>> {
    return Result.ok({ target: args.target });
  }
}
`;
}

function testTemplate(name: string, className: string, stem: string): string {
  return `import { outcomeValue, ToolRegistry } from 'toolwright/embed';
import { ${className} } from '../src/tools/${stem}';

test('${name} returns what it worked on', async () => {
  const registry = new ToolRegistry([${className}]);
  const outcome = await registry.call('${name}', { target: 'something' });
  expect(outcomeValue(outcome)).toEqual({ target: 'something' });
});

test('${name} rejects an empty target', async () => {
  const registry = new ToolRegistry([${className}]);
  expect((await registry.call('${name}', { target: '' })).isError).toBe(true);
});
`;
}
