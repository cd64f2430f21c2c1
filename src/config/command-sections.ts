import { Arg } from '../decorators';
import { Setting } from './setting';

/** What one tool may do, as in document 003. */
export class ToolSettings {
  @Arg({ description: 'Whether the tool is offered', optional: true })
  enabled?: boolean;

  @Arg({
    description: 'Time limit of a call in seconds; 0 for no limit',
    optional: true,
    type: 'number',
    minimum: 0,
    maximum: 86_400,
  })
  timeout?: number;

  @Arg({
    description:
      'Allow only these commands: a name is looked up on a fixed PATH, a path means exactly that file',
    optional: true,
    items: 'string',
  })
  allowedCommands?: string[];

  @Arg({
    description: 'Never allow these commands; overrides what is allowed',
    optional: true,
    items: 'string',
  })
  deniedCommands?: string[];

  @Arg({
    description: 'Allow only these directories and files, instead of the roots',
    optional: true,
    items: 'string',
  })
  allowedPaths?: string[];

  @Arg({
    description: 'Never allow these directories and files; overrides what is allowed',
    optional: true,
    items: 'string',
  })
  deniedPaths?: string[];

  @Arg({
    description: 'Pass command lines to a shell; rules on commands then have no effect',
    optional: true,
  })
  shell?: boolean;

  @Arg({
    description: 'Environment variables of the server that are passed to commands',
    optional: true,
    items: 'string',
  })
  environment?: string[];

  @Arg({
    description: 'Maximum size of the kept output in bytes',
    optional: true,
    type: 'integer',
    minimum: 1_000,
    maximum: 100_000_000,
  })
  maxOutput?: number;

  @Arg({
    description:
      'The most tokens that an answer of the tool may have, instead of `answers.budget`; 0 for no limit',
    optional: true,
    type: 'integer',
    minimum: 0,
    maximum: 10_000_000,
  })
  answerBudget?: number;

  @Arg({
    description: 'Set to false to run its programs outside the sandbox; refused under `sandbox: required`',
    optional: true,
  })
  sandbox?: boolean;
}

/** The sandbox of commands. */
export class SandboxSettings {
  @Arg({
    description: 'Use bubblewrap if it works, refuse commands without it, or never use it',
    type: 'string',
    enum: ['auto', 'required', 'off'],
  })
  @Setting({ option: 'sandbox', variable: 'SANDBOX' })
  mode: 'auto' | 'required' | 'off' = 'auto';

  @Arg({
    description:
      'Whether programs in the sandbox may use the network; if unset, only those of definitions may, and only under `auto`',
    optional: true,
  })
  network?: boolean;

  @Arg({
    description: 'Paths that programs in the sandbox may read besides the allowed ones',
    items: { type: 'string', minLength: 1 },
  })
  readable: string[] = [];

  @Arg({
    description: 'Paths that programs in the sandbox may write besides the allowed ones, such as a cache',
    items: { type: 'string', minLength: 1 },
  })
  writable: string[] = [];
}

/** What commands and programs of definitions may use. */
export class LimitSettings {
  @Arg({
    description: 'Maximum number of commands running at once; 0 for no limit',
    type: 'integer',
    minimum: 0,
    maximum: 10_000,
  })
  commands = 32;

  @Arg({
    description: 'Maximum number of commands waiting for their turn; further ones are refused',
    type: 'integer',
    minimum: 0,
    maximum: 100_000,
  })
  waiting = 256;

  @Arg({
    description: 'CPU time of one process in seconds; 0 for no limit',
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
  })
  cpu = 3_600;

  @Arg({
    description:
      'Memory of a command with everything it started, in megabytes; 0 for no limit, three quarters of the machine’s if unset',
    optional: true,
    type: 'integer',
    minimum: 0,
    maximum: 10_000_000,
  })
  memory?: number;

  @Arg({
    description: 'Maximum number of processes of a command; 0 for no limit',
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
  })
  processes = 512;

  @Arg({
    description: 'Maximum number of files that one process may have open; 0 for no limit',
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
  })
  files = 4_096;

  @Arg({
    description: 'Maximum size of a file that a command writes, in megabytes; 0 for no limit',
    type: 'integer',
    minimum: 0,
    maximum: 10_000_000,
  })
  fileSize = 10_000;
}
