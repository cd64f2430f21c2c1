import { OPTION_TYPES } from './definition';

/** The kinds of objects in a definition. */
export type RecordName =
  | 'tool'
  | 'subcommand'
  | 'option'
  | 'items'
  | 'step'
  | 'availability'
  | 'annotations'
  | 'livelog'
  | 'provider';

/** The specification of one field; validator, normaliser and JSON Schema all read this table. */
export interface FieldSpec {
  type: 'string' | 'boolean' | 'integer' | 'record' | 'list' | 'object' | 'any';
  about: string;
  required?: true;
  /** The type of a record, or of each item of a list. */
  of?: RecordName | 'string' | 'integer';
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  /** Neither empty nor only white space. */
  filled?: true;
  pattern?: RegExp;
  default?: unknown;
  /** The field that this earlier spelling stands for. */
  aliasOf?: string;
}

const name = (about: string): FieldSpec => ({ type: 'string', required: true, filled: true, about });
const text = (about: string): FieldSpec => ({ type: 'string', about });
const flag = (about: string, standard?: boolean): FieldSpec => ({
  type: 'boolean',
  about,
  ...(standard !== undefined && { default: standard }),
});
const list = (of: NonNullable<FieldSpec['of']>, about: string): FieldSpec => ({ type: 'list', of, about });
const count = (about: string, minimum: number, more: Partial<FieldSpec> = {}): FieldSpec => ({
  type: 'integer',
  minimum,
  about,
  ...more,
});

const shared: Record<string, FieldSpec> = {
  enabled: flag('False hides the tool or subcommand.', true),
  timeout_seconds: count('Time limit of a call in seconds; inherited by subcommands.', 1, { maximum: 3600 }),
  synchronous: flag('True returns the output, false runs in the background; inherited by subcommands.'),
  force_synchronous: { ...flag('Earlier spelling of `synchronous`.'), aliasOf: 'synchronous' },
  asynchronous: { ...flag('Earlier spelling: the opposite of `synchronous`.'), aliasOf: 'synchronous' },
  guidance_key: {
    type: 'string',
    filled: true,
    about: 'Key of a block in tool_guidance.json, shown before the description.',
  },
  subcommand: list('subcommand', 'Subcommands; may be nested.'),
  sequence: list('step', 'Steps to run in order instead of a command.'),
  step_delay_ms: count('Milliseconds between the steps of a sequence.', 0, { default: 100 }),
  availability_check: {
    type: 'record',
    of: 'availability',
    about: 'How to check whether the program is installed.',
  },
  install_instructions: text('How to install the program, shown if it is missing.'),
  annotations: {
    type: 'record',
    of: 'annotations',
    about: 'What a call may change, for clients and for consent; inherited by subcommands.',
  },
};

/** The format: every record and field of both generations. */
export const FORMAT: Readonly<Record<RecordName, Readonly<Record<string, FieldSpec>>>> = {
  tool: {
    $schema: text('Location of this schema, for editors.'),
    name: { ...name('The base name of the tool.'), pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/ },
    description: { type: 'string', required: true, about: 'What the tool is for.' },
    command: name('The executable to run, with any fixed arguments; `sequence` for a sequence tool.'),
    ...shared,
    hints: {
      type: 'object',
      about: 'Hints for the agent while operations run: `default`, or per subcommand.',
    },
    input_schema: { type: 'any', about: 'Ignored: the schema is generated from the options.' },
    monitor_level: {
      type: 'string',
      enum: ['error', 'warn', 'info', 'debug', 'trace'],
      about: 'Lines of this level or above are reported while the command runs.',
    },
    monitor_stream: { type: 'string', enum: ['stderr', 'stdout', 'both'], about: 'The stream to watch.' },
    tool_type: {
      type: 'string',
      enum: ['command', 'livelog'],
      about: 'A command, or a log to follow.',
    },
    livelog: { type: 'record', of: 'livelog', about: 'The log to follow.' },
  },
  subcommand: {
    name: name('The word on the command line; `default` adds nothing, and `_` separates words.'),
    description: { type: 'string', required: true, about: 'What it does.' },
    ...shared,
    options: list('option', 'Command-line flags.'),
    positional_args: list('option', 'Positional arguments, in order.'),
    positional_args_first: flag('Puts positional arguments before the options, as `find` requires.', false),
  },
  option: {
    name: name('The flag without dashes; a name with a leading dash is used as is.'),
    type: { type: 'string', required: true, enum: OPTION_TYPES, about: 'The type of the value.' },
    description: text('What it does.'),
    required: flag('Whether the argument is required.', false),
    format: text(
      '`path` for every file or directory; `path-or-value` if it may be `key=value`; `text` if it is never a path.',
    ),
    alias: { type: 'string', filled: true, about: 'The short letter, used for booleans.' },
    file_arg: flag('Passes the value in a temporary file.'),
    file_flag: { type: 'string', filled: true, about: 'The flag before that file, such as `-F`.' },
    items: { type: 'record', of: 'items', about: 'The items of an array.' },
  },
  items: {
    type: {
      type: 'string',
      required: true,
      enum: ['string', 'integer', 'boolean'],
      about: 'The type of each item.',
    },
    format: text('`path` if each item is a file or directory.'),
    description: text('What an item is.'),
  },
  step: {
    tool: name('A tool by its bare name, or another definition.'),
    subcommand: name('Its subcommand; `default` for a tool without any.'),
    args: { type: 'object', about: 'Arguments of this step; they override those of the sequence.' },
    description: text('Description for progress and logs.'),
    skip_if_file_exists: { type: 'string', filled: true, about: 'Skips the step if this file exists.' },
    skip_if_file_missing: {
      type: 'string',
      filled: true,
      about: 'Skips the step if this file does not exist.',
    },
  },
  availability: {
    command: { type: 'string', filled: true, about: "The program to run; defaults to the tool's own." },
    args: list('string', 'Its arguments.'),
    working_directory: text('The directory to run it in.'),
    success_exit_codes: list('integer', 'Exit codes that mean it is installed; 0 by default.'),
    skip_subcommand_args: flag("Omits the subcommand's own words from the check.", false),
  },
  annotations: {
    readOnlyHint: flag('It changes nothing.'),
    destructiveHint: flag(
      'It may delete or overwrite; assumed of a command that states neither this nor readOnlyHint.',
    ),
    idempotentHint: flag('A second call with the same arguments changes nothing more.'),
    openWorldHint: flag('It reaches beyond this machine.'),
  },
  livelog: {
    source_command: name('The program that prints the log, with any fixed arguments.'),
    source_args: list('string', 'Its arguments.'),
    detection_prompt: name('What the model should look for in the lines, in plain words.'),
    llm_provider: {
      type: 'record',
      of: 'provider',
      required: true,
      about: 'The model that judges the lines: any API compatible with OpenAI chat completions.',
    },
    chunk_max_lines: count('Maximum number of lines judged together.', 1, { default: 50 }),
    chunk_max_seconds: count('Seconds after its first line when a chunk is judged at the latest.', 1, {
      default: 30,
    }),
    cooldown_seconds: count('Seconds after an alert during which lines are counted but not judged.', 0, {
      default: 60,
    }),
    llm_timeout_seconds: count('Time limit of one model request in seconds.', 1, { default: 30 }),
  },
  provider: {
    base_url: name('The URL that `/chat/completions` is appended to, such as `http://localhost:11434/v1`.'),
    model: name('The name of the model on that server.'),
    api_key: text("The key as `${NAME}`, read from the server's environment; omit it if none is needed."),
  },
};

/** Names reserved for the tools for background operations. */
export const RESERVED_NAMES: readonly string[] = ['await', 'status', 'cancel'];
