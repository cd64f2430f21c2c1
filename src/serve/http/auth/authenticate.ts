import type { Awaitable } from '../../../base/awaitable';
import type { HttpExchange } from '../http-exchange';
import type { JwtVerifier } from './jwt';
import type { AuthRefusal, Principal } from './principal';
import type { TokenFile } from './token-file';

/** How callers are authenticated. */
export interface AuthOptions {
  readonly tokens?: TokenFile | undefined;
  readonly jwt?: JwtVerifier | undefined;
}

/** Finds out who sends a request by its bearer token. */
export class Authenticator {
  constructor(readonly options: AuthOptions) {}

  authenticate(exchange: HttpExchange): Awaitable<Principal | AuthRefusal> {
    const header = exchange.header('authorization');
    if (header === undefined) return { status: 401, reason: 'A bearer token is required' };
    const token = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(header)?.[1];
    if (token === undefined) return invalidToken('The header Authorization holds no bearer token');
    return this.named(token);
  }

  private named(token: string): Awaitable<Principal | AuthRefusal> {
    const { tokens, jwt } = this.options;
    const known = tokens?.find(token);
    if (known) return known;
    return jwt && token.split('.').length === 3 ? jwt.verify(token) : invalidToken('The token is unknown');
  }
}

function invalidToken(reason: string): AuthRefusal {
  return { status: 401, error: 'invalid_token', reason };
}
