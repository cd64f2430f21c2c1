import { exceptionMessage } from '../../base/exception';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError, type ConfigProblem, type HttpSettings, type Sources } from '../../config';
import type { EndpointOptions } from '../../serve/http/http-endpoint';
import { isLoopback } from '../../serve/http/host-lists';
import type { ListenOptions } from '../../serve/http/listen-http';
import type { Setup } from '../pack';
import { Authenticator } from '../../serve/http/auth/authenticate';
import { JwtVerifier, type JwtOptions } from '../../serve/http/auth/jwt';
import { TokenFile } from '../../serve/http/auth/token-file';
import { authenticates, refuseUnheldAccess } from './refuse-unheld-access';
import { TrustedProxies } from '../../serve/http/forwarded-headers';

/** What the options are made from. */
export type HttpSetup = Pick<Setup, 'config' | 'cwd' | 'log'> & { readonly sources: Pick<Sources, 'where'> };

/** Where a server listens if nothing else is said. */
export const DEFAULT_LISTEN = '127.0.0.1:3000';

const SECOND = 1_000;

/** Returns where to listen, and the limits of connections; throws a ConfigError for what can't be. */
export function listenOptions(setup: HttpSetup): ListenOptions {
  const { http } = setup.config;
  const { host, port } = addressIn(http.listen ?? DEFAULT_LISTEN);
  if (!(port <= 65_535)) throw problem(setup, 'listen', 'is not a port', 'Use a number up to 65535.');
  if (!isLoopback(host) && !authenticates(http))
    throw problem(
      setup,
      'listen',
      `would serve everyone who reaches ${host}, without authentication`,
      'Set http.tokens or http.jwt.issuer (docs/http.md), or listen on 127.0.0.1.',
    );
  refuseUnheldAccess(setup);
  return {
    host,
    port,
    path: http.path,
    tls: tlsOf(setup),
    headersMs: (http.requestTimeout * SECOND) / 4,
    requestMs: http.requestTimeout * SECOND,
    silentMs: http.silence * SECOND,
    headerBytes: http.maxHeaders,
    mostConnections: http.maxConnections,
    leaveMs: http.leave * SECOND,
    drainMs: http.drain * SECOND,
  };
}

/** Returns how an endpoint is guarded; throws a ConfigError for what can't be. */
export function endpointOptions(setup: HttpSetup): EndpointOptions {
  const { http } = setup.config;
  const log = setup.log.named('http');
  const authenticator = authenticates(http) ? makeAuthenticator(setup) : undefined;
  try {
    new TrustedProxies(http.trustProxy);
  } catch (error) {
    throw problem(setup, 'trust_proxy', exceptionMessage(error), 'Write 10.0.0.1 or 10.0.0.0/8.');
  }
  return {
    path: http.path,
    url: http.url,
    hosts: hostsOf(http),
    origins: http.origins,
    proxies: http.trustProxy,
    authenticate: authenticator && ((exchange) => authenticator.authenticate(exchange)),
    resource: {
      issuers: http.jwt.issuer === undefined ? [] : [http.jwt.issuer],
      scopes: [...new Set([...http.requiredScopes, ...Object.keys(http.scopes)])],
      required: http.requiredScopes,
    },
    bodyBytes: http.maxBody,
    heartbeatMs: http.heartbeat * SECOND,
    sessions: {
      most: http.maxSessions,
      mostOfOne: http.maxSessionsEach,
      idleMs: http.sessionIdle * SECOND,
    },
    accessLog: http.accessLog,
    log,
  };
}

const CANNOT_LISTEN: Readonly<Record<string, readonly [message: string, cure: string]>> = {
  EADDRINUSE: ['is taken by another program', 'Choose another port, or end that program.'],
  EACCES: ['may not be listened on by this user', 'Choose a port above 1023.'],
  EADDRNOTAVAIL: ['is no address of this machine', 'Listen on 127.0.0.1, or on an address that it has.'],
  ENOTFOUND: [
    'is no name that can be resolved',
    'Listen on 127.0.0.1, or on an address that this machine has.',
  ],
};

/** Words why a server can't listen, as an operator's mistake; any other error is returned as it is. */
export function listenProblem(setup: HttpSetup, error: unknown): unknown {
  const [message, cure] = CANNOT_LISTEN[(error as NodeJS.ErrnoException).code ?? ''] ?? [];
  if (message === undefined || cure === undefined) return error;
  return problem(setup, 'listen', `${setup.config.http.listen ?? DEFAULT_LISTEN} ${message}`, cure);
}

function makeAuthenticator(setup: HttpSetup): Authenticator {
  const { tokens } = setup.config.http;
  const log = setup.log.named('http');
  const jwt = jwtOptions(setup);
  return new Authenticator({
    tokens: tokens === undefined ? undefined : tokenFile(setup, tokens, log),
    jwt: jwt && new JwtVerifier(jwt),
  });
}

function tokenFile(setup: HttpSetup, path: string, log: Setup['log']): TokenFile {
  try {
    return new TokenFile(resolve(setup.cwd, path), (error) =>
      log.error(`The token file can't be used, so nobody is let in: ${error.message}`),
    );
  } catch (error) {
    throw problem(setup, 'tokens', `can't be used: ${exceptionMessage(error)}`, 'Correct the file.');
  }
}

function jwtOptions(setup: HttpSetup): JwtOptions | undefined {
  const { jwt, url } = setup.config.http;
  const { issuer, audience = url, jwks, algorithms, principalClaim } = jwt;
  if (issuer === undefined) return undefined;
  if (audience === undefined)
    throw problem(setup, 'jwt.issuer', 'needs an audience', 'Set http.jwt.audience or http.url.');
  for (const address of [issuer, jwks])
    if (address !== undefined && !isSafe(address))
      throw problem(setup, 'jwt', `names ${address}, where keys could be forged`, 'Use an https address.');
  return {
    issuer,
    audience,
    ...(jwks !== undefined && { jwks }),
    algorithms,
    principalClaim,
    load: () => import('jose'),
  };
}

function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isLoopback(hostname);
}

function tlsOf(setup: HttpSetup): ListenOptions['tls'] {
  const { cert, key } = setup.config.http;
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw problem(
      setup,
      cert === undefined ? 'key' : 'cert',
      'is only half of it',
      'Set http.cert and http.key.',
    );
  try {
    return {
      cert: readFileSync(resolve(setup.cwd, cert), 'utf8'),
      key: readFileSync(resolve(setup.cwd, key), 'utf8'),
    };
  } catch (error) {
    throw problem(
      setup,
      'cert',
      `can't be read: ${exceptionMessage(error)}`,
      'Correct http.cert and http.key.',
    );
  }
}

function addressIn(listen: string): { host: string; port: number } {
  const at = listen.lastIndexOf(':');
  const host = at < 0 ? '127.0.0.1' : listen.slice(0, at).replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(listen.slice(at + 1)) };
}

// The names of this machine always count where it alone is served.
function hostsOf({ hosts, url, listen }: HttpSettings): string[] {
  const named = [...hosts, ...(url === undefined ? [] : [new URL(url).host])];
  const { host } = addressIn(listen ?? DEFAULT_LISTEN);
  if (!named.length || isLoopback(host)) named.push('localhost', '127.0.0.1', '[::1]');
  if (!isLoopback(host) && host !== '0.0.0.0' && host !== '::')
    named.push(host.includes(':') ? `[${host}]` : host);
  return named;
}

function problem({ sources }: HttpSetup, name: string, message: string, cure: string): ConfigError {
  const path = `http.${name}`;
  const found: ConfigProblem = { origin: sources.where(path), path, message, cure };
  return new ConfigError([found]);
}
