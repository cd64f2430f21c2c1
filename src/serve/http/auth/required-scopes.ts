import { isRefusal, type AuthRefusal, type Principal } from './principal';

/** Refuses a caller that lacks one of the scopes that everyone must have, however it was authenticated. */
export function withScopes(
  verdict: Principal | AuthRefusal,
  required: readonly string[],
): Principal | AuthRefusal {
  if (isRefusal(verdict)) return verdict;
  const missing = required.filter((scope) => !verdict.scopes.includes(scope));
  if (!missing.length) return verdict;
  return {
    status: 403,
    error: 'insufficient_scope',
    reason: `The caller lacks the scope ${missing.join(' ')}`,
  };
}
