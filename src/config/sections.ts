import { Arg } from '../decorators';
import { LOG_LEVELS, type LogLevel } from '../logger';
import { Setting } from './setting';

/** What one tool may do, as document 003 has it. */
export class ToolSettings {
  @Arg({ description: 'Whether the tool is offered', optional: true })
  enabled?: boolean;

  @Arg({
    description: 'Seconds a call may take; 0 for no limit',
    optional: true,
    type: 'number',
    minimum: 0,
    maximum: 86_400,
  })
  timeout?: number;

  @Arg({
    description: 'Only these commands: a name is looked up on a fixed PATH, a path names that very file',
    optional: true,
    items: 'string',
  })
  allowedCommands?: string[];

  @Arg({ description: 'Never these commands; wins over what is allowed', optional: true, items: 'string' })
  deniedCommands?: string[];

  @Arg({
    description: 'Only these directories and files, in place of the roots',
    optional: true,
    items: 'string',
  })
  allowedPaths?: string[];

  @Arg({
    description: 'Never these directories and files; wins over what is allowed',
    optional: true,
    items: 'string',
  })
  deniedPaths?: string[];

  @Arg({
    description: 'Hand command lines to a shell: none of the rules on commands can hold then',
    optional: true,
  })
  shell?: boolean;

  @Arg({
    description: 'Environment variables of the server that commands may see',
    optional: true,
    items: 'string',
  })
  environment?: string[];

  @Arg({
    description: 'Bytes of output that are kept',
    optional: true,
    type: 'integer',
    minimum: 1_000,
    maximum: 100_000_000,
  })
  maxOutput?: number;
}

/** Where command-line tools are read from. */
export class DefinitionSettings {
  @Arg({
    description: 'Directories with definitions; those that do not exist are passed over',
    items: 'string',
  })
  @Setting({ option: 'tools-dir' })
  dirs: string[] = ['.toolwright/tools', 'tools'];

  @Arg({ description: 'Which of the shipped definitions to offer', items: 'string' })
  @Setting({ option: 'enable' })
  enable: string[] = [];

  @Arg({
    description: 'The file with guidance blocks; by default `tool_guidance.json` beside the definitions',
    optional: true,
  })
  guidance?: string;

  @Arg({ description: 'Take an unmarked path option as an error, not as a warning' })
  strict = false;

  @Arg({ description: 'Notice definitions that come, change or go' })
  @Setting({ option: 'watch', variable: 'WATCH' })
  watch = false;
}

/** How commands are boxed in. */
export class SandboxSettings {
  @Arg({
    description: 'Use bubblewrap where it works, refuse commands without it, or never',
    type: 'string',
    enum: ['auto', 'required', 'off'],
  })
  @Setting({ option: 'sandbox', variable: 'SANDBOX' })
  mode: 'auto' | 'required' | 'off' = 'auto';

  @Arg({ description: 'Let commands in the sandbox reach the network' })
  network = false;
}

/** How background operations run. */
export class OperationSettings {
  @Arg({
    description: 'What keeps them; the memory of the server is the only choice',
    type: 'string',
    enum: ['memory'],
  })
  @Setting({ option: 'operations', variable: 'OPERATIONS' })
  engine = 'memory';

  @Arg({ description: 'How many run at once', type: 'integer', minimum: 1, maximum: 1_000 })
  maxRunning = 16;

  @Arg({ description: 'How many of one tool run at once', type: 'integer', minimum: 1, maximum: 1_000 })
  maxPerTool = 8;

  @Arg({ description: 'How many may wait their turn', type: 'integer', minimum: 0, maximum: 100_000 })
  maxQueued = 1_000;

  @Arg({
    description: 'Seconds a call waits for the result itself before it answers with an id',
    minimum: 0,
    maximum: 60,
  })
  inlineWait = 0.5;

  @Arg({
    description: 'Seconds an operation may take where its tool sets no limit',
    minimum: 1,
    maximum: 86_400,
  })
  timeout = 360;

  @Arg({ description: 'How many finished ones are kept', type: 'integer', minimum: 1, maximum: 100_000 })
  keep = 500;

  @Arg({ description: 'Seconds a finished one is kept', minimum: 1, maximum: 604_800 })
  keepSeconds = 3_600;

  @Arg({
    description: 'Bytes that the results of finished ones may take together; the oldest are let go first',
    type: 'integer',
    minimum: 0,
    maximum: 10_000_000_000,
  })
  keepBytes = 50_000_000;

  @Arg({ description: 'Seconds running ones get to finish when the server ends', minimum: 0, maximum: 60 })
  grace = 1;
}

/** Where documents, flags and projects are kept. */
export class ContentSettings {
  @Arg({
    description: 'The directory of documents; by default `docs` in the configuration directory',
    optional: true,
    minLength: 1,
  })
  @Setting({ option: 'docroot', short: 'd', variable: 'DOCROOT', env: ['MG_DOCROOT'] })
  docroot?: string;

  @Arg({
    description:
      'The directory of `config.yaml`; by default `mcp-guide` where the system keeps configuration',
    optional: true,
    minLength: 1,
  })
  @Setting({ option: 'config-dir', short: 'c', variable: 'CONFIG_DIR', env: ['MG_CONFIGDIR'] })
  configDir?: string;
}

/** How far tools may reach into the web. */
export class WebSettings {
  @Arg({ description: 'Allow loopback, private and link-local addresses' })
  allowPrivate = false;

  @Arg({ description: 'Seconds one request may take', minimum: 1, maximum: 600 })
  timeout = 30;

  @Arg({
    description: 'Bytes of one answer that are read',
    type: 'integer',
    minimum: 1_000,
    maximum: 100_000_000,
  })
  maxBytes = 5_000_000;

  @Arg({
    description: 'Where searches are answered, if not by Brave itself',
    optional: true,
    pattern: '^https?://.+',
    example: 'http://localhost:8080/search',
  })
  searchUrl?: string;
}

/** One parameter of a snippet. */
export class SnippetParameter {
  @Arg({ description: 'What it is for', optional: true })
  description?: string;

  @Arg({ description: 'Used when the caller gives none', optional: true })
  default?: string;

  @Arg({ description: 'Refuse a call without it' })
  required = false;
}

/** A piece of code under a name, for `$name key=value`. */
export class SnippetSettings {
  @Arg({ description: 'What it does', optional: true })
  description?: string;

  @Arg({ description: 'The code, with `{{ name }}` for parameters', minLength: 1 })
  body!: string;

  @Arg({ description: 'Its parameters', type: 'object', values: () => SnippetParameter })
  params: Record<string, SnippetParameter> = {};
}

/** Limits and short forms of the `run` tool. */
export class CodeSettings {
  @Arg({ description: 'Seconds a program may take, tools included', minimum: 1, maximum: 3_600 })
  timeout = 30;

  @Arg({ description: 'Megabytes a program may use', type: 'integer', minimum: 16, maximum: 2_048 })
  memory = 64;

  @Arg({
    description: 'Bytes of a result above which a handle is returned',
    type: 'integer',
    minimum: 1_000,
    maximum: 1_000_000,
  })
  maxResult = 50_000;

  @Arg({ description: 'Seconds a stored result is kept', minimum: 1, maximum: 604_800 })
  keepSeconds = 3_600;

  @Arg({ description: 'Mark every result as content from outside, with trigger words taken out' })
  sanitize = false;

  @Arg({
    description: 'Short names for functions, such as `ws: brave_web_search`',
    type: 'object',
    values: 'string',
  })
  aliases: Record<string, string> = {};

  @Arg({ description: 'Pieces of code under a name', type: 'object', values: () => SnippetSettings })
  snippets: Record<string, SnippetSettings> = {};
}

/** What is logged, and where to. */
export class LogSettings {
  @Arg({ description: 'The least severe level that is kept', type: 'string', enum: LOG_LEVELS })
  @Setting({ env: ['MG_LOG_LEVEL'], caseless: true })
  level: LogLevel = 'info';

  @Arg({ description: 'A file to append to, besides stderr', optional: true, minLength: 1 })
  @Setting({ env: ['MG_LOG_FILE'] })
  file?: string;

  @Arg({ description: 'One JSON object a line instead of text' })
  @Setting({ env: ['MG_LOG_JSON'] })
  json = false;
}
