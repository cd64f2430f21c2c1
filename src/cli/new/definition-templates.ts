/** Templates of `toolwright new tool`: a working definition of a command-line tool. */
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
        description: 'Lists the contents of a directory, one name per line.',
        options: [{ name: 'all', type: 'boolean', alias: 'a', description: 'Include hidden files.' }],
        positional_args: [
          { name: 'target', type: 'string', description: 'What to list.', format: 'path', required: true },
        ],
      },
    ],
  };
  return { [`${name}.json`]: `${JSON.stringify(definition, null, 2)}\n` };
}

/** Templates of `--specs`: the pages that are written before the tool, for those who work in this way. */
export function specTemplates(name: string, folder: string): Record<string, string> {
  return { [`${folder}/spec.md`]: specTemplate(name), [`${folder}/plan.md`]: planTemplate(name) };
}

// What the tool is, and why.
function specTemplate(name: string): string {
  return `# Spec: ${name}

## What
What the tool does for its user, in two or three sentences.

## Why
The problem it solves, and how users manage without it today.

## Example call
- The user says: …
- The agent calls: \`${name}\` with …
- The answer contains: …

## What it must not do
Paths, commands and data that it never touches.
`;
}

// How it works.
function planTemplate(name: string): string {
  return `# Plan: ${name}

## Interface
The arguments of each call, their types, which are required, and which are paths.

## Behaviour
Synchronous or in the background, time limit, what a failure looks like.

## Validation and security
Paths are marked, values never become flags, nothing runs before the arguments are checked.

## Tests
Calls that show it working, and calls that must be refused.
`;
}
