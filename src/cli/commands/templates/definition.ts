/** The pages and the definition that `toolwright new tool` starts a command-line tool with. */
export function definitionTemplates(name: string, schema: string): Record<string, string> {
  const definition = {
    $schema: schema,
    name,
    description: `What ${name} is for, in one line.`,
    command: name.replaceAll('_', '-'),
    enabled: true,
    timeout_seconds: 300,
    synchronous: true,
    install_instructions: `How to install ${name.replaceAll('_', '-')}.`,
    subcommand: [
      {
        name: 'run',
        description: 'What this subcommand does, and what it answers with.',
        options: [
          { name: 'config', type: 'string', description: 'The configuration file.', format: 'path' },
          { name: 'verbose', type: 'boolean', alias: 'v', description: 'Says more about what it does.' },
        ],
        positional_args: [
          { name: 'target', type: 'string', description: 'What to work on.', format: 'path', required: true },
        ],
      },
    ],
  };
  return {
    [`${name}/spec.md`]: specTemplate(name),
    [`${name}/plan.md`]: planTemplate(name),
    [`${name}.json`]: `${JSON.stringify(definition, null, 2)}\n`,
  };
}

/** What the tool is and why: the first page of the workflow. */
export function specTemplate(name: string): string {
  return `# Spec: ${name}

## What
What the tool does for its user, in two or three sentences.

## Why
Which problem it solves, and how the user manages today.

## What a call looks like
- The user says: …
- The agent calls: \`${name}\` with …
- The answer holds: …

## What it must not do
Paths, commands and data it never touches.
`;
}

/** How the tool is made: the second page. */
export function planTemplate(name: string): string {
  return `# Plan: ${name}

## Interface
The arguments of each call, their types, which are required, and which are paths.

## Behaviour
Synchronous or in the background, time limit, what a failure looks like.

## Validation and security
Paths are marked, values never become flags, nothing runs before the arguments are judged.

## Tests
The calls that show it working, and those that must be refused.
`;
}
