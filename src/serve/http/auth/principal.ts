/** Who was authenticated. */
export interface Principal {
  /** The name that grants, limits, sessions and kept results go by. */
  readonly id: string;
  readonly scopes: readonly string[];
}

/** Why a request is not served: nobody was authenticated, somebody without the scopes it needs, or nobody can tell (now, or because of a mistake in the server). */
export interface AuthRefusal {
  readonly status: 401 | 403 | 500 | 503;
  /** The error code of RFC 6750; absent if no token was sent. */
  readonly error?: 'invalid_token' | 'insufficient_scope';
  readonly reason: string;
}

/** Returns whether an authentication failed. */
export function isRefusal(verdict: Principal | AuthRefusal): verdict is AuthRefusal {
  return 'status' in verdict;
}
