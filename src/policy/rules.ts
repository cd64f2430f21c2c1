/** One entry of a list in the configuration, and where it was written. */
export interface Entry {
  readonly value: string;
  /** File and line, an option, a variable, or `default`. */
  readonly where: string;
}

/** What the operator says of one tool. */
export interface ToolRules {
  /** Absent: the default; empty: whatever isn't denied. */
  readonly allowedCommands?: readonly Entry[];
  readonly deniedCommands?: readonly Entry[];
  /** Absent or empty: the roots. */
  readonly allowedPaths?: readonly Entry[];
  readonly deniedPaths?: readonly Entry[];
  readonly timeoutSeconds?: number;
  readonly shell?: boolean;
  /** Variables of the server's environment that commands may see. */
  readonly environment?: readonly Entry[];
  readonly maxOutputBytes?: number;
}

/** Everything the operator decided, with relative paths still as written. */
export interface PolicyRules {
  /** The directory that relative paths start from. */
  readonly cwd: string;
  readonly roots: readonly Entry[];
  readonly tools: Readonly<Record<string, ToolRules>>;
  /** What steers the server (configuration, flags, definitions): never written through its own tools. */
  readonly protectedPaths: readonly Entry[];
  readonly sandbox: { readonly mode: 'auto' | 'required' | 'off'; readonly network: boolean };
  /** The server's environment, of which commands see what is listed. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The commands of the document's sample, which hold where the operator lists none. */
export const SAMPLE_COMMANDS = {
  allowed: ['ls', 'cat', 'grep', 'find'],
  denied: ['rm', 'sudo', 'chmod'],
} as const;

/** The rules that hold without any configuration file: the working directory and the sample commands. */
export function defaultRules(cwd: string): PolicyRules {
  return {
    cwd,
    roots: [{ value: '.', where: 'default' }],
    tools: {},
    protectedPaths: [],
    sandbox: { mode: 'auto', network: false },
    environment: {},
  };
}
