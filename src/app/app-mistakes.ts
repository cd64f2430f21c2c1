import { isError } from '../base/any-realm';
const MISTAKES = [
  ...['UsageError', 'ConfigError', 'AuthorError', 'AuthorErrors', 'PeerError', 'RedisMissingError'],
  ...['ToolNotFoundError', 'ToolDisabledError', 'PromptError', 'ResourceNotFoundError'],
];

/** Returns whether an error is a mistake by the user, to be shown without a stack. */
export function isMistake(error: unknown): error is Error {
  return isError(error) && MISTAKES.includes(error.name);
}
