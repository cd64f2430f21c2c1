import { Arg } from '../decorators';
import { AiSettings } from './ai-settings';
import { AnswerSettings } from './answer-settings';
import { IdempotencySettings } from './idempotency-settings';
import { AuditSettings } from './audit-settings';
import { TelemetrySettings } from './telemetry-settings';
import { ClientSettings } from './client-settings';
import { LimitSettings, SandboxSettings, ToolSettings } from './command-sections';
import { HttpSettings } from './http-settings';
import { PACKS, type PackName } from './pack-names';
import { Setting } from './setting';
import {
  CodeSettings,
  ContentSettings,
  DefinitionSettings,
  LogSettings,
  OperationSettings,
  WebSettings,
} from './config-sections';

export { PACKS, type PackName };

/**
 * Everything an operator can set. A field here is a key of `toolwright.yaml`, an option, an environment variable, a
 * validation rule and an entry of docs/configuration.md: add one here (or in sections.ts) and nowhere else.
 */
export class Config {
  @Arg({
    description: 'Prefix of every tool name, joined with `_`; empty for none',
    pattern: '^[A-Za-z0-9_-]{0,32}$',
  })
  @Setting({ aliases: ['tool-prefix'], emptyCounts: true })
  prefix = '';

  @Arg({
    description: 'Directories that tools without their own `allowed_paths` may access',
    items: { type: 'string', minLength: 1 },
  })
  @Setting({ option: 'root' })
  roots: string[] = ['.'];

  @Arg({
    description: 'The groups of built-in tools to offer',
    items: { type: 'string', enum: PACKS },
    uniqueItems: true,
  })
  @Setting({ option: 'pack' })
  packs: PackName[] = [];

  @Arg({
    description:
      'How much of a tool description is listed: all four sections, what it does and how to use it, or only what it does',
    type: 'string',
    enum: ['full', 'compact', 'terse'],
  })
  descriptions: 'full' | 'compact' | 'terse' = 'compact';

  @Arg({
    description: 'Which tools a client sees: all, only a search tool at first, or only `run` and discovery',
    type: 'string',
    enum: ['all', 'search', 'code'],
  })
  expose: 'all' | 'search' | 'code' = 'all';

  @Arg({
    description:
      'Change nothing: refuse every tool, definition and command that is not known to be read-only',
  })
  readOnly = false;

  @Arg({
    description:
      'Before a destructive tool runs: accept its literal, ask the user (refuse if the client cannot ask), or always refuse',
    type: 'string',
    enum: ['literal', 'ask', 'deny'],
  })
  consent: 'literal' | 'ask' | 'deny' = 'literal';

  @Arg({
    description: 'Time limit of a call in seconds, unless the tool sets its own; 0 for no limit',
    minimum: 0,
    maximum: 86_400,
  })
  timeout = 30;

  @Arg({
    description: 'Maximum number of entries per page of a list',
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
  })
  pageSize = 500;

  @Arg({
    description:
      'What tools with an `output` class publish and send: the Result with the value in it, or the value alone',
    type: 'string',
    enum: ['envelope', 'value'],
  })
  output: 'envelope' | 'value' = 'envelope';

  @Arg({
    description:
      'Verify every tool, prompt and resource before serving, and do not start if one has a mistake; in a terminal that is always done',
  })
  strict = false;

  @Arg({ description: 'Offer `example_tool` too' })
  @Setting({ exactly: { MCP_INCLUDE_EXAMPLE_TOOLS: 'true' } })
  exampleTools = false;

  @Arg({
    description: 'Rules per tool, by its name without prefix',
    type: 'object',
    values: () => ToolSettings,
  })
  tools: Record<string, ToolSettings> = {};

  @Arg({ description: 'The size of answers', type: () => AnswerSettings })
  answers = new AnswerSettings();

  @Arg({ description: 'Command-line tools from JSON files', type: () => DefinitionSettings })
  definitions = new DefinitionSettings();

  @Arg({ description: 'The sandbox of commands; a single word sets its `mode`', type: () => SandboxSettings })
  @Setting({ shorthand: 'mode' })
  sandbox = new SandboxSettings();

  @Arg({ description: 'What commands and programs of definitions may use', type: () => LimitSettings })
  limits = new LimitSettings();

  @Arg({
    description: 'Background operations; a single word sets the `engine`',
    type: () => OperationSettings,
  })
  @Setting({ shorthand: 'engine' })
  operations = new OperationSettings();

  @Arg({
    description: 'Calls with an idempotency key; a single word sets the `store`',
    type: () => IdempotencySettings,
  })
  @Setting({ shorthand: 'store' })
  idempotency = new IdempotencySettings();

  @Arg({ description: 'Documents, flags and projects', type: () => ContentSettings })
  content = new ContentSettings();

  @Arg({
    description: 'The YAML file with instructions, examples and prompt templates',
    optional: true,
    minLength: 1,
  })
  prompts?: string;

  @Arg({
    description:
      'The contract that `toolwright snapshot` wrote: what differs from it is reported at the start, and with `strict` the server does not start',
    type: 'string',
    optional: true,
    minLength: 1,
  })
  contract?: string;

  @Arg({ description: 'Tools that access the web', type: () => WebSettings })
  web = new WebSettings();

  @Arg({ description: 'Claude', type: () => AiSettings })
  ai = new AiSettings();

  @Arg({ description: 'The `run` tool', type: () => CodeSettings })
  code = new CodeSettings();

  @Arg({ description: 'What clients carry and keep', type: () => ClientSettings })
  clients = new ClientSettings();

  @Arg({
    description: 'Serving over HTTP; a single word sets `listen`',
    type: () => HttpSettings,
  })
  @Setting({ shorthand: 'listen' })
  http = new HttpSettings();

  @Arg({
    description: 'The audit of calls; a single word sets its `dir`',
    type: () => AuditSettings,
  })
  @Setting({ shorthand: 'dir' })
  audit = new AuditSettings();

  @Arg({
    description: 'Traces and metrics by OpenTelemetry; a single word sets the `mode`',
    type: () => TelemetrySettings,
  })
  @Setting({ shorthand: 'mode' })
  telemetry = new TelemetrySettings();

  @Arg({ description: 'The log', type: () => LogSettings })
  log = new LogSettings();

  @Arg({
    description:
      'The module of the app to serve, call or list; its default export is the result of `defineApp`',
    optional: true,
    minLength: 1,
  })
  app?: string;

  @Arg({
    description: 'Modules whose tool, prompt and resource classes are also served; wildcards are allowed',
    items: { type: 'string', minLength: 1 },
  })
  @Setting({ option: 'module' })
  modules: string[] = [];

  /** The settings that the app's author declared, an instance of their class. */
  settings?: object;
}
