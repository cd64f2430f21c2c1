/** Where a value of the configuration came from. */
export interface Origin {
  readonly source: 'option' | 'environment' | 'file' | 'default';
  /** The option or the variable. */
  readonly name?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** One thing that is wrong with the configuration. */
export interface ConfigProblem {
  readonly origin: Origin;
  /** The setting as the file spells it, such as `tools.write_file.timeout`. */
  readonly path: string;
  readonly message: string;
  readonly cure: string;
}

/** The configuration can't be used; every problem is in it. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly ConfigProblem[]) {
    super(formatProblems(problems));
    this.name = 'ConfigError';
  }
}

/** All problems as text for a person: one line each, place first, cure last; a single one is the whole text. */
export function formatProblems(problems: readonly ConfigProblem[]): string {
  const lines = problems.map(formatProblem);
  if (lines.length === 1) return lines[0]!;
  return [`The configuration has ${problems.length} problems:`, ...lines.map((line) => `  ${line}`)].join(
    '\n',
  );
}

/** An origin in a few words, such as `toolwright.yaml:3:12` or `--root`. */
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

function formatProblem({ origin, path, message, cure }: ConfigProblem): string {
  const subject = path === '' ? message : `${path} ${message}`;
  return `${formatOrigin(origin)}: ${subject}. ${cure}`;
}
