/** The four types an option or positional argument may have. */
export const OPTION_TYPES = ['boolean', 'string', 'integer', 'array'] as const;

/** The type of an option or positional argument. */
export type OptionType = (typeof OPTION_TYPES)[number];

/** A parsed MTDF file: a superset of both generations of the format, with aliases resolved. */
export interface Definition {
  name: string;
  description: string;
  command: string;
  enabled: boolean;
  timeout_seconds?: number;
  synchronous?: boolean;
  hints: Record<string, string>;
  guidance_key?: string;
  subcommand?: Subcommand[];
  sequence?: Step[];
  step_delay_ms?: number;
  availability_check?: AvailabilityCheck;
  install_instructions?: string;
  annotations?: Annotations;
  monitor_level?: 'error' | 'warn' | 'info' | 'debug' | 'trace';
  monitor_stream?: 'stderr' | 'stdout' | 'both';
  tool_type?: 'command' | 'livelog';
  livelog?: Livelog;
}

/** A subcommand and what may follow it, nested as deeply as in the program. */
export interface Subcommand {
  name: string;
  description: string;
  enabled: boolean;
  timeout_seconds?: number;
  synchronous?: boolean;
  guidance_key?: string;
  subcommand?: Subcommand[];
  options?: Option[];
  positional_args?: Option[];
  positional_args_first?: boolean;
  sequence?: Step[];
  step_delay_ms?: number;
  availability_check?: AvailabilityCheck;
  install_instructions?: string;
  annotations?: Annotations;
}

/** What a call may change, in the words of MCP. */
export interface Annotations {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** A flag or a positional argument. */
export interface Option {
  name: string;
  type: OptionType;
  description?: string;
  required?: boolean;
  format?: string;
  alias?: string;
  file_arg?: boolean;
  file_flag?: string;
  items?: { type: string; format?: string; description?: string };
}

/** One step of a sequence: a tool, its subcommand, and arguments. */
export interface Step {
  tool: string;
  subcommand: string;
  args: Record<string, unknown>;
  description?: string;
  skip_if_file_exists?: string;
  skip_if_file_missing?: string;
}

/** How to check whether the program is installed. */
export interface AvailabilityCheck {
  command?: string;
  args?: string[];
  working_directory?: string;
  success_exit_codes?: number[];
  skip_subcommand_args?: boolean;
}

/** A log to follow in the background. */
export interface Livelog {
  source_command: string;
  source_args?: string[];
  detection_prompt: string;
  llm_provider: { base_url: string; model: string; api_key?: string };
  chunk_max_lines?: number;
  chunk_max_seconds?: number;
  cooldown_seconds?: number;
  llm_timeout_seconds?: number;
}
