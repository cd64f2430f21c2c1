/** The origin of a value of the configuration. */
export interface Origin {
  readonly source: 'option' | 'environment' | 'file' | 'default';
  /** The option or variable. */
  readonly name?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** One problem with the configuration. */
export interface ConfigProblem {
  readonly origin: Origin;
  /** The setting as written in the file, such as `tools.write_file.timeout`. */
  readonly path: string;
  readonly message: string;
  readonly cure: string;
  /** Whether the problem is that nobody set it, and not its value. */
  readonly unset?: true;
}

/** The configuration is invalid; contains every problem. */
export class ConfigError extends Error {
  constructor(
    readonly problems: readonly ConfigProblem[],
    /** What was not read, which may be why; the last line of the message. */
    readonly remark?: string,
  ) {
    super([formatProblems(problems), ...(remark === undefined ? [] : [remark])].join('\n'));
    this.name = 'ConfigError';
  }
}

/** Formats problems as text, one line each: place first, fix last. */
export function formatProblems(problems: readonly ConfigProblem[]): string {
  const lines = problems.map(formatProblem);
  if (lines.length === 1) return lines[0]!;
  return [`The configuration has ${problems.length} problems:`, ...lines.map((line) => `  ${line}`)].join(
    '\n',
  );
}

/** Formats an origin, such as `toolwright.yaml:3:12` or `--root`. */
export function formatOrigin(origin: Origin): string {
  switch (origin.source) {
    case 'option':
      return `option ${origin.name}`;
    case 'environment':
      return `environment variable ${origin.name}`;
    case 'default':
      return 'default';
    case 'file':
      return [origin.file, origin.line, origin.column].filter((part) => part !== undefined).join(':');
  }
}

function formatProblem({ origin, path, message, cure, unset }: ConfigProblem): string {
  // Only an app's own defaults can be wrong: those in the code of its settings class, and the others in `defineApp`.
  if (origin.source === 'default' && path !== '' && !path.startsWith('settings') && !unset)
    return `config.${path} of defineApp: ${message}. ${cure}`;
  const subject = path === '' ? message : `${path} ${message}`;
  return `${formatOrigin(origin)}: ${subject}. ${cure}`;
}
