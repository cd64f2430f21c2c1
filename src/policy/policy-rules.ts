import type { CommandLimits } from '../process/process-limits';

/** An entry of a list in the configuration, and where it is set. */
export interface RuleEntry {
  readonly value: string;
  /** File and line, an option, a variable, or `default`. */
  readonly where: string;
  /** Directories besides the working directory from which a relative path that is denied is read too. */
  readonly alsoFrom?: readonly string[];
}

/** A file with a secret of the server, and the setting that the secret belongs to. */
export interface SecretEntry extends RuleEntry {
  readonly setting: string;
}

/** The operator's rules for one tool. */
export interface ToolRules {
  /** Absent: the default; empty: everything that is not denied. */
  readonly allowedCommands?: readonly RuleEntry[];
  readonly deniedCommands?: readonly RuleEntry[];
  /** Absent or empty: the roots. */
  readonly allowedPaths?: readonly RuleEntry[];
  readonly deniedPaths?: readonly RuleEntry[];
  readonly timeoutSeconds?: number;
  readonly shell?: boolean;
  /** Variables of the server's environment that commands may see. */
  readonly environment?: readonly RuleEntry[];
  readonly maxOutputBytes?: number;
  /** False: its programs run outside the sandbox. */
  readonly sandbox?: boolean;
  /** Where the tool is switched off, if it is. */
  readonly disabledAt?: string;
}

/** The operator's rules for the sandbox. */
export interface SandboxRules {
  readonly mode: 'auto' | 'required' | 'off';
  /** Absent: not for command lines, and for definitions only under `auto`. */
  readonly network?: boolean;
  /** Paths that are shown read-only besides the allowed ones. */
  readonly readable?: readonly RuleEntry[];
  /** Paths that are shown and writable besides the allowed ones. */
  readonly writable?: readonly RuleEntry[];
}

/** All rules of the operator, with relative paths as written. */
export interface PolicyRules {
  /** The directory that relative paths start from. */
  readonly cwd: string;
  readonly roots: readonly RuleEntry[];
  readonly tools: Readonly<Record<string, ToolRules>>;
  /** The tools that write files: their path rules hold for whatever writes. */
  readonly writers: readonly string[];
  /** Files that configure the server (configuration, flags, definitions), which its tools may never write. */
  readonly protectedPaths: readonly RuleEntry[];
  /** Files with secrets of the server, which no tool may read or write. */
  readonly secretPaths?: readonly SecretEntry[];
  /** Those of the protected ones whose content is not remembered by trust, so that another version would be used as it is. */
  readonly unverifiedPaths?: readonly string[];
  /** Where it is set that nothing may be changed, if it is. */
  readonly readOnlyAt?: string;
  readonly sandbox: SandboxRules;
  /** What commands may use; the usual limits if absent. */
  readonly limits?: CommandLimits;
  /** The server's environment; commands get the variables that are listed. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Returns the rules without a configuration file: the working directory and the sample commands. */
export function defaultRules(cwd: string): PolicyRules {
  return {
    cwd,
    roots: [{ value: '.', where: 'default' }],
    tools: {},
    writers: [],
    protectedPaths: [],
    sandbox: { mode: 'auto' },
    environment: {},
  };
}
