import { Arg } from '../decorators';
import { LOG_LEVELS, type LogLevel } from '../logger';
import { Setting } from './setting';

/** Where command-line tools are loaded from. */
export class DefinitionSettings {
  @Arg({
    description: 'Directories with definitions; missing ones are skipped',
    items: 'string',
  })
  @Setting({ option: 'tools-dir' })
  dirs: string[] = ['.toolwright/tools', 'tools'];

  @Arg({ description: 'Which of the shipped definitions to offer', items: 'string' })
  @Setting({ option: 'enable' })
  enable: string[] = [];

  @Arg({
    description: 'The file with guidance blocks; defaults to `tool_guidance.json` next to the definitions',
    optional: true,
  })
  guidance?: string;

  @Arg({ description: 'Treat unmarked path options as errors instead of warnings' })
  strict = false;

  @Arg({ description: 'Reload definitions when they are added, changed or removed' })
  @Setting({ option: 'watch', variable: 'WATCH' })
  watch = false;
}

/** How background operations run. */
export class OperationSettings {
  @Arg({
    description:
      'Where they are kept: `memory` of the server, or `redis://…` for several servers and workers that share them',
    pattern: '^(memory|rediss?://.+)$',
    example: 'redis://localhost:6379',
    secret: true,
  })
  @Setting({ option: 'operations', variable: 'OPERATIONS' })
  engine = 'memory';

  @Arg({
    description:
      'The name that servers and workers which share operations have in common; that of the app by default',
    optional: true,
    pattern: '^[A-Za-z0-9_.-]{1,64}$',
  })
  queue?: string;

  @Arg({ description: 'Whether a server also runs the shared operations, besides the workers' })
  work = false;

  @Arg({
    description:
      'Seconds without a sign of life after which a worker counts as lost, with the operations it runs',
    minimum: 1,
    maximum: 3_600,
  })
  lease = 15;

  @Arg({
    description: 'Maximum number running at once, in each process that runs them',
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
  })
  maxRunning = 16;

  @Arg({
    description: 'Maximum number of one tool running at once, in each process that runs them',
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
  })
  maxPerTool = 8;

  @Arg({ description: 'Maximum number waiting', type: 'integer', minimum: 0, maximum: 100_000 })
  maxQueued = 1_000;

  @Arg({
    description:
      'Maximum total size in bytes of the arguments of those waiting; one that nothing waits before is always taken',
    type: 'integer',
    minimum: 0,
    maximum: 10_000_000_000,
  })
  maxQueuedBytes = 50_000_000;

  @Arg({
    description: 'Seconds a call waits for the result before it returns an id instead',
    minimum: 0,
    maximum: 60,
  })
  inlineWait = 0.5;

  @Arg({
    description: 'Time limit of an operation in seconds, unless its tool sets its own',
    minimum: 1,
    maximum: 86_400,
  })
  timeout = 360;

  @Arg({
    description: 'Maximum number of finished ones kept; of each caller, if they are shared',
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
  })
  keep = 500;

  @Arg({ description: 'How long a finished one is kept, in seconds', minimum: 1, maximum: 604_800 })
  keepSeconds = 3_600;

  @Arg({
    description: 'Maximum total size of finished results in bytes; the oldest are dropped first',
    type: 'integer',
    minimum: 0,
    maximum: 10_000_000_000,
  })
  keepBytes = 50_000_000;

  @Arg({
    description: 'Seconds that running ones get to finish when the server shuts down',
    minimum: 0,
    maximum: 60,
  })
  grace = 1;
}

/** Where documents, flags and projects are stored. */
export class ContentSettings {
  @Arg({
    description: 'The directory of documents; defaults to `docs` in the configuration directory',
    optional: true,
    minLength: 1,
  })
  @Setting({ option: 'docroot', short: 'd', variable: 'DOCROOT', env: ['MG_DOCROOT'] })
  docroot?: string;

  @Arg({
    description:
      'The directory of `config.yaml`; defaults to `toolwright` in the configuration directory of the system',
    optional: true,
    minLength: 1,
  })
  @Setting({ option: 'config-dir', short: 'c', variable: 'CONFIG_DIR', env: ['MG_CONFIGDIR'] })
  configDir?: string;
}

/** How tools may access the web. */
export class WebSettings {
  @Arg({ description: 'Allow loopback, private and link-local addresses' })
  allowPrivate = false;

  @Arg({ description: 'Time limit of one request in seconds', minimum: 1, maximum: 600 })
  timeout = 30;

  @Arg({
    description: 'Maximum number of bytes read from one response',
    type: 'integer',
    minimum: 1_000,
    maximum: 100_000_000,
  })
  maxBytes = 5_000_000;

  @Arg({
    description: 'The address of the search API, if not that of Brave',
    optional: true,
    pattern: '^https?://.+',
    example: 'http://localhost:8080/search',
  })
  searchUrl?: string;
}

/** One parameter of a snippet. */
export class SnippetParameterSettings {
  @Arg({ description: 'What it is for', optional: true })
  description?: string;

  @Arg({ description: 'Used if the caller provides none', optional: true })
  default?: string;

  @Arg({ description: 'Reject a call without it' })
  required = false;
}

/** A named piece of code, for `$name key=value`. */
export class SnippetSettings {
  @Arg({ description: 'What it does', optional: true })
  description?: string;

  @Arg({ description: 'The code, with `{{ name }}` for parameters', minLength: 1 })
  body!: string;

  @Arg({ description: 'Its parameters', type: 'object', values: () => SnippetParameterSettings })
  params: Record<string, SnippetParameterSettings> = {};
}

/** Limits and shorthands of the `run` tool. */
export class CodeSettings {
  @Arg({
    description: 'Time limit of a program in seconds, including tool calls',
    minimum: 1,
    maximum: 3_600,
  })
  timeout = 30;

  @Arg({
    description: 'Maximum memory of a program in megabytes',
    type: 'integer',
    minimum: 16,
    maximum: 2_048,
  })
  memory = 64;

  @Arg({ description: 'Mark every result as external content, with trigger words removed' })
  sanitize = false;

  @Arg({
    description: 'Short names for functions, such as `ws: brave_web_search`',
    type: 'object',
    values: 'string',
  })
  aliases: Record<string, string> = {};

  @Arg({ description: 'Named pieces of code', type: 'object', values: () => SnippetSettings })
  snippets: Record<string, SnippetSettings> = {};
}

/** What is logged, and where. */
export class LogSettings {
  @Arg({ description: 'The least severe level to log', type: 'string', enum: LOG_LEVELS })
  @Setting({ env: ['MG_LOG_LEVEL'], caseless: true })
  level: LogLevel = 'info';

  @Arg({ description: 'A file to append to, besides stderr', optional: true, minLength: 1 })
  @Setting({ env: ['MG_LOG_FILE'] })
  file?: string;

  @Arg({ description: 'One JSON object per line instead of text' })
  @Setting({ env: ['MG_LOG_JSON'] })
  json = false;
}
