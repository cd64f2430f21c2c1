/** The names of all commands, in the order of the help. */
export const COMMAND_NAMES = [
  ...(['serve', 'init', 'new', 'tools', 'describe', 'call', 'prompt', 'read'] as const),
  ...([
    'generate',
    'config',
    'cost',
    'policy',
    'doctor',
    'trust',
    'untrust',
    'mtdf',
    'token',
    'completion',
    'complete',
  ] as const),
] as const;

/** The name of a command. */
export type CommandName = (typeof COMMAND_NAMES)[number];
