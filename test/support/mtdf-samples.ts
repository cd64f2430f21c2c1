/** The basic example of document 002. */
export const basicExample = {
  name: 'my_tool',
  description: 'A brief description of what this tool does.',
  command: 'my_tool_executable',
  enabled: true,
  timeout_seconds: 300,
  subcommand: [
    {
      name: 'run',
      description: 'Executes the primary function of the tool.',
      synchronous: false,
      guidance_key: 'async_behavior',
      options: [
        {
          name: 'config',
          type: 'string',
          description: 'Path to the configuration file.',
          format: 'path',
          required: true,
        },
      ],
    },
  ],
};

/** The sequence of document 002. */
export const seedSequence = {
  name: 'rust_quality_check',
  description: 'Comprehensive Rust code quality check: format, lint, test, build',
  command: 'sequence',
  enabled: true,
  synchronous: true,
  timeout_seconds: 600,
  sequence: [
    { tool: 'cargo_fmt', subcommand: 'default', args: {}, description: 'Format code with rustfmt' },
    {
      tool: 'cargo_clippy',
      subcommand: 'clippy',
      args: { fix: 'true', 'allow-dirty': 'true', tests: 'true' },
      description: 'Run clippy with automatic fixes',
    },
    { tool: 'cargo_nextest', subcommand: 'nextest_run', args: {}, description: 'Run all tests with nextest' },
    { tool: 'cargo', subcommand: 'build', args: {}, description: 'Build the project' },
  ],
  step_delay_ms: 100,
  subcommand: [
    {
      name: 'run',
      description: 'Execute the complete quality check sequence',
      synchronous: true,
      options: [
        {
          name: 'working_directory',
          type: 'string',
          description: 'Working directory for all operations',
          format: 'path',
          required: false,
        },
      ],
    },
  ],
};

const option = {
  name: 'config',
  type: 'string',
  description: 'Its configuration.',
  required: false,
  format: 'path-or-value',
  alias: 'c',
  file_arg: true,
  file_flag: '-F',
};

/** Every field of both versions of the format. */
export const everyField = {
  $schema: '../mtdf-schema.json',
  name: 'everything',
  description: 'Uses every field there is.',
  command: 'true',
  enabled: true,
  timeout_seconds: 3600,
  synchronous: false,
  hints: { default: 'wait', build: 'b', test: null, custom: { usage: 'u' } },
  guidance_key: 'async_behavior',
  input_schema: { anything: [1, 2] },
  sequence: [
    {
      tool: 'everything',
      subcommand: 'group_leaf',
      args: { count: 1 },
      description: 'A step.',
      skip_if_file_exists: 'a',
      skip_if_file_missing: 'b',
    },
  ],
  step_delay_ms: 0,
  availability_check: {
    command: 'true',
    args: ['--version'],
    working_directory: '.',
    success_exit_codes: [0, 1],
    skip_subcommand_args: true,
  },
  install_instructions: 'apt install coreutils',
  monitor_level: 'warn',
  monitor_stream: 'both',
  tool_type: 'command',
  livelog: {
    source_command: 'tail',
    source_args: ['-f', 'log'],
    detection_prompt: 'Look for errors.',
    llm_provider: { base_url: 'http://localhost:1/v1', model: 'm', api_key: '${KEY}' },
    chunk_max_lines: 50,
    chunk_max_seconds: 30,
    cooldown_seconds: 60,
    llm_timeout_seconds: 30,
  },
  subcommand: [
    {
      name: 'group',
      description: 'A group.',
      subcommand: [
        {
          name: 'leaf',
          description: 'A leaf.',
          enabled: true,
          synchronous: null,
          timeout_seconds: 1,
          guidance_key: 'sync_behavior',
          options: [
            option,
            { name: 'count', type: 'integer' },
            { name: 'flag', type: 'boolean', alias: 'f' },
            { name: 'list', type: 'array', items: { type: 'string', format: 'path', description: 'One.' } },
          ],
          positional_args: [{ name: 'target', type: 'string', required: true }],
          positional_args_first: true,
          step_delay_ms: 10,
          availability_check: {},
          install_instructions: 'nothing to do',
        },
        {
          name: 'steps',
          description: 'Steps.',
          sequence: [{ tool: 'everything', subcommand: 'group_leaf', args: {} }],
        },
      ],
    },
  ],
};
