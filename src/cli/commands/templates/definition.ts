/** The pages and the definition that `toolwright new tool` starts a command-line tool with; it works as it stands. */
export function definitionTemplates(name: string, schema: string): Record<string, string> {
  const definition = {
    $schema: schema,
    name,
    description: 'Lists files; put your own program in place of ls.',
    command: 'ls',
    timeout_seconds: 300,
    synchronous: true,
    install_instructions: 'How to install the program.',
    subcommand: [
      {
        name: 'default',
        description: 'Lists what is in a directory, one name a line.',
        options: [{ name: 'all', type: 'boolean', alias: 'a', description: 'Hidden files too.' }],
        positional_args: [
          { name: 'target', type: 'string', description: 'What to list.', format: 'path', required: true },
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
