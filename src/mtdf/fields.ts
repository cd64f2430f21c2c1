import { OPTION_TYPES } from './definition';

/** The objects a definition is made of. */
export type RecordName =
  'tool' | 'subcommand' | 'option' | 'items' | 'step' | 'availability' | 'livelog' | 'provider';

/** What the format says of one field. Validator, normaliser and JSON Schema all read this one table. */
export interface FieldSpec {
  type: 'string' | 'boolean' | 'integer' | 'record' | 'list' | 'object' | 'any';
  about: string;
  required?: true;
  /** Of a record, or of each item of a list. */
  of?: RecordName | 'string' | 'integer';
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  /** Not empty and not only white space. */
  filled?: true;
  pattern?: RegExp;
  default?: unknown;
  /** Another spelling of this field from an earlier version of the format. */
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
  timeout_seconds: count('Seconds a call may take; inherited by subcommands.', 1, { maximum: 3600 }),
  synchronous: flag(
    'True answers with the output, false goes on in the background; inherited by subcommands.',
  ),
  force_synchronous: { ...flag('Earlier spelling of `synchronous`.'), aliasOf: 'synchronous' },
  asynchronous: { ...flag('Earlier spelling: the opposite of `synchronous`.'), aliasOf: 'synchronous' },
  guidance_key: {
    type: 'string',
    filled: true,
    about: 'A block of tool_guidance.json, shown before the description.',
  },
  subcommand: list('subcommand', 'What may follow the command; nests as deep as the program does.'),
  sequence: list('step', 'Steps to run in order instead of a command.'),
  step_delay_ms: count('Milliseconds between the steps of a sequence.', 0, { default: 100 }),
  availability_check: {
    type: 'record',
    of: 'availability',
    about: 'How to find out whether the program is here.',
  },
  install_instructions: text('What to tell a user whose machine lacks the program.'),
};

/** The format: every record and every field of both generations. */
export const FORMAT: Readonly<Record<RecordName, Readonly<Record<string, FieldSpec>>>> = {
  tool: {
    $schema: text('Where this schema is, for editors.'),
    name: { ...name('The base name of the tool.'), pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/ },
    description: { type: 'string', required: true, about: 'What the tool is for.' },
    command: name('The executable to run, with fixed arguments if any; `sequence` for a sequence tool.'),
    ...shared,
    hints: {
      type: 'object',
      about: 'Words for the agent while operations run: `default`, or per subcommand.',
    },
    input_schema: { type: 'any', about: 'Ignored: the schema is made from the options.' },
    monitor_level: {
      type: 'string',
      enum: ['error', 'warn', 'info', 'debug', 'trace'],
      about: 'Lines of this level and worse are reported while the command runs.',
    },
    monitor_stream: { type: 'string', enum: ['stderr', 'stdout', 'both'], about: 'Which stream is watched.' },
    tool_type: {
      type: 'string',
      enum: ['command', 'livelog'],
      about: 'A command, or a log that is followed.',
    },
    livelog: { type: 'record', of: 'livelog', about: 'The log to follow.' },
  },
  subcommand: {
    name: name('The word on the command line; `default` adds none, and `_` separates words.'),
    description: { type: 'string', required: true, about: 'What it does.' },
    ...shared,
    options: list('option', 'Command-line flags.'),
    positional_args: list('option', 'Positional arguments, in order.'),
    positional_args_first: flag('Puts positional arguments before the options, as `find` wants them.', false),
  },
  option: {
    name: name('The flag without dashes; with a leading dash it is used as it is.'),
    type: { type: 'string', required: true, enum: OPTION_TYPES, about: 'The type of the value.' },
    description: text('What it does.'),
    required: flag('Whether a call must give it.', false),
    format: text('`path` for every file or directory; `path-or-value` is not checked when it holds `=`.'),
    alias: { type: 'string', filled: true, about: 'The short letter, used for booleans.' },
    file_arg: flag('Hands the value over in a temporary file.'),
    file_flag: { type: 'string', filled: true, about: 'The flag before that file, such as `-F`.' },
    items: { type: 'record', of: 'items', about: 'What an array holds.' },
  },
  items: {
    type: {
      type: 'string',
      required: true,
      enum: ['string', 'integer', 'boolean'],
      about: 'The type of each item.',
    },
    format: text('`path` when each item is a file or directory.'),
    description: text('What an item is.'),
  },
  step: {
    tool: name('A tool of the registry, by its bare name, or another definition.'),
    subcommand: name('Its subcommand; `default` for a tool without any.'),
    args: { type: 'object', about: 'Arguments of this step; they win over those of the sequence.' },
    description: text('Words for progress and logs.'),
    skip_if_file_exists: { type: 'string', filled: true, about: 'Skips the step when this file is there.' },
    skip_if_file_missing: {
      type: 'string',
      filled: true,
      about: 'Skips the step when this file is not there.',
    },
  },
  availability: {
    command: { type: 'string', filled: true, about: "The program to probe; the tool's own by default." },
    args: list('string', 'Its arguments.'),
    working_directory: text('Where to run it.'),
    success_exit_codes: list('integer', 'Exit codes that mean it is here; 0 by default.'),
    skip_subcommand_args: flag("Leaves the subcommand's own words out of the probe.", false),
  },
  livelog: {
    source_command: name('The program that prints the log, with fixed arguments if any.'),
    source_args: list('string', 'Its arguments.'),
    detection_prompt: name('What the model is to look for in the lines, in plain words.'),
    llm_provider: {
      type: 'record',
      of: 'provider',
      required: true,
      about: 'The model that judges the lines: any API that speaks OpenAI chat completions.',
    },
    chunk_max_lines: count('Lines that are judged together at most.', 1, { default: 50 }),
    chunk_max_seconds: count('Seconds after the first line when a chunk is judged in any case.', 1, {
      default: 30,
    }),
    cooldown_seconds: count('Seconds after an alert in which lines are counted and not judged.', 0, {
      default: 60,
    }),
    llm_timeout_seconds: count('Seconds the model may take for one answer.', 1, { default: 30 }),
  },
  provider: {
    base_url: name(
      'The address that `/chat/completions` is put behind, such as `http://localhost:11434/v1`.',
    ),
    model: name('The name of the model, as the server knows it.'),
    api_key: text(
      "The key as `${NAME}`, taken from the server's environment; leave it out where none is needed.",
    ),
  },
};

/** Names that belong to the tools for background operations. */
export const RESERVED_NAMES: readonly string[] = ['await', 'status', 'cancel'];
