import type * as Jose from 'jose';
import { tokenHash } from './token-file';
import type { AuthRefusal, Principal } from './principal';

/** Which JSON Web Tokens are accepted. */
export interface JwtOptions {
  readonly issuer: string;
  readonly audience: string;
  /** Where the issuer's keys are; found through its metadata if absent. */
  readonly jwks?: string;
  /** Which signatures are accepted; never shared secrets. */
  readonly algorithms: readonly string[];
  /** The claim that names the principal. */
  readonly principalClaim: string;
  /** Loads jose, which is an ES module. */
  readonly load: () => Promise<typeof Jose>;
}

interface Verified {
  readonly principal: Principal;
  readonly until: number;
}

const MOST_CACHED = 10_000;
// Clocks of different machines differ.
const CLOCK_TOLERANCE = 30;
// How soon an unknown key may make it ask for the keys again.
const ASK_AGAIN_MS = 5_000;
// The longest time that a revoked key may go on counting through a verified token.
const LONGEST_CACHED_MS = 5 * 60_000;

/** Verifies tokens of one issuer; one that was verified counts until it ends, without being verified again. */
export class JwtVerifier {
  private readonly verified = new Map<string, Verified>();
  private keys: Promise<Jose.JWTVerifyGetKey> | undefined;

  constructor(
    private readonly options: JwtOptions,
    private readonly now: () => number = Date.now,
  ) {}

  verify(token: string): Principal | Promise<Principal | AuthRefusal> {
    const key = tokenHash(token);
    const known = this.verified.get(key);
    if (known && known.until > this.now()) return known.principal;
    this.verified.delete(key);
    return this.check(token, key);
  }

  private async check(token: string, key: string): Promise<Principal | AuthRefusal> {
    const { issuer, audience, algorithms, principalClaim, load } = this.options;
    try {
      const jose = await load();
      this.keys ??= this.findKeys(jose).catch((error: unknown) => {
        this.keys = undefined;
        throw error;
      });
      const { payload } = await jose.jwtVerify(token, await this.keys, {
        issuer,
        audience,
        algorithms: [...algorithms],
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ['exp', principalClaim],
      });
      const id = payload[principalClaim];
      if (typeof id !== 'string' || id === '') return invalid(`its ${principalClaim} is not a name`);
      const principal = { id, scopes: scopesOf(payload) };
      this.keep(key, { principal, until: Math.min(payload.exp! * 1000, this.now() + LONGEST_CACHED_MS) });
      return principal;
    } catch (error) {
      return isVerdict(error)
        ? invalid(error.message)
        : { status: 503, reason: `The keys of the issuer can't be read: ${(error as Error).message}` };
    }
  }

  // jose fetches the keys on need, and again when a token names one that it doesn't have.
  private async findKeys(jose: typeof Jose): Promise<Jose.JWTVerifyGetKey> {
    const { issuer, jwks } = this.options;
    return jose.createRemoteJWKSet(new URL(jwks ?? (await keysOf(issuer))), {
      cooldownDuration: ASK_AGAIN_MS,
    });
  }

  private keep(key: string, verified: Verified): void {
    if (this.verified.size >= MOST_CACHED) {
      const [oldest] = this.verified.keys();
      this.verified.delete(oldest!);
    }
    this.verified.set(key, verified);
  }
}

// Whatever else goes wrong says nothing about the token.
function isVerdict(error: unknown): error is Error {
  const { code } = error as { code?: unknown };
  return (
    typeof code === 'string' && /^ERR_J(?:W[ST]_|OSE_ALG|OSE_NOT|WKS_NO_MATCHING|WKS_MULTIPLE)/.test(code)
  );
}

async function keysOf(issuer: string): Promise<string> {
  const base = issuer.replace(/\/$/, '');
  for (const name of ['openid-configuration', 'oauth-authorization-server']) {
    const response = await fetch(`${base}/.well-known/${name}`, { signal: AbortSignal.timeout(5_000) });
    if (!response.ok) continue;
    const { jwks_uri: uri, issuer: stated } = (await response.json()) as Record<string, unknown>;
    if (typeof uri === 'string' && stated === issuer) return uri;
  }
  throw new Error(`the metadata of ${issuer} names no keys`);
}

// As a string of RFC 8693, or a list, as some issuers have it.
function scopesOf({ scope, scp }: Record<string, unknown>): string[] {
  const stated = scope ?? scp;
  if (Array.isArray(stated)) return stated.filter((one) => typeof one === 'string');
  return typeof stated === 'string' ? stated.split(' ').filter((one) => one !== '') : [];
}

function invalid(reason: string): AuthRefusal {
  return { status: 401, error: 'invalid_token', reason: `The token is refused: ${reason}` };
}
