const MISTAKES = ['UsageError', 'ConfigError', 'AuthorError', 'ToolNotFoundError', 'ToolDisabledError'];

/** Whether an error is a mistake of whoever started something: it is shown in its own words, without a stack. */
export function isMistake(error: unknown): error is Error {
  return error instanceof Error && MISTAKES.includes(error.name);
}
