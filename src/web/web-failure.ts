import { ErrorCode } from '../errors';
import { Result, type Failure } from '../result';
import type { WebPage } from './web-client';

/** The failure of a request without a response; a time-out has its own code. */
export function noResponse(reason: string, error: string, data: Record<string, unknown> = {}): Failure {
  const code = reason === 'timeout' ? ErrorCode.Timeout : ErrorCode.Execution;
  return Result.failure(error, reason, { errorData: { code, ...data } });
}

/** The failure of a request that was answered with an error status: what the server said, and when to ask again. */
export function errorStatus(
  { url, status, statusText, retryAfter }: WebPage,
  body: string | undefined,
): Failure {
  const limited = status === 429;
  const wait =
    retryAfter === undefined ? '' : `; try again after ${retryAfter}${/^\d+$/.test(retryAfter) ? ' s' : ''}`;
  const cause = limited ? `: the server's rate limit is reached${wait}` : wait;
  return Result.failure(
    `${url} answered ${status} ${statusText}`.trim() + cause,
    limited ? 'rate_limit' : 'http_error',
    {
      errorData: { code: ErrorCode.Execution, url, status, ...(body && { body }) },
    },
  );
}
