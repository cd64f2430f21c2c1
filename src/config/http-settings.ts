import { Arg } from '../decorators';
import { PACKS } from './pack-names';
import { Setting } from './setting';

/** What a principal, or whoever has a scope, may do over HTTP. */
export class GrantSettings {
  @Arg({
    description:
      'Tools that may be seen and called, by their names without prefix; without `tools` and `packs`, all that are offered over HTTP',
    optional: true,
    items: { type: 'string', minLength: 1 },
  })
  tools?: string[];

  @Arg({
    description:
      'Packs whose tools may be seen and called; `own` for the tools of the app itself, `definitions` for command-line tools',
    optional: true,
    items: { type: 'string', enum: [...PACKS, 'own', 'definitions'] },
  })
  packs?: string[];

  @Arg({
    description:
      'Directories that the calls may access, within what the policy allows; everything it allows if unset',
    optional: true,
    items: { type: 'string', minLength: 1 },
    minItems: 1,
  })
  roots?: string[];

  @Arg({
    description: 'Whether prompts are offered; unless stated, only by a grant without `tools` and `packs`',
    optional: true,
  })
  prompts?: boolean;

  @Arg({
    description: 'Whether resources are offered; unless stated, only by a grant without `tools` and `packs`',
    optional: true,
  })
  resources?: boolean;

  @Arg({ description: 'Whether `/metrics` may be read, under `http.metrics: authenticated`' })
  metrics = false;

  @Arg({
    description:
      'The most tokens that one answer may have, if that is less than otherwise; 0 for no further limit',
    type: 'integer',
    minimum: 0,
    maximum: 10_000_000,
  })
  answerBudget = 0;

  @Arg({
    description: 'Requests a minute, instead of `http.rate`; 0 for no limit',
    optional: true,
    type: 'integer',
    minimum: 0,
    maximum: 10_000_000,
  })
  rate?: number;
}

/** Which JSON Web Tokens are accepted. */
export class JwtSettings {
  @Arg({
    description: 'The issuer of the tokens; setting it turns this on',
    optional: true,
    pattern: '^https?://.+',
    example: 'https://login.example.com',
  })
  issuer?: string;

  @Arg({
    description: 'The audience that tokens must be for; `http.url` by default',
    optional: true,
    minLength: 1,
  })
  audience?: string;

  @Arg({
    description: "Where the issuer's keys are; found through its metadata by default",
    optional: true,
    pattern: '^https?://.+',
    example: 'https://login.example.com/jwks.json',
  })
  jwks?: string;

  @Arg({
    description: 'The signatures that are accepted',
    items: { type: 'string', pattern: '^(RS|PS|ES)(256|384|512)$|^(EdDSA|Ed25519)$' },
    example: ['ES256'],
  })
  algorithms: string[] = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519'];

  @Arg({ description: 'The claim that names the principal', minLength: 1 })
  principalClaim = 'sub';
}

/** How the server is reached over HTTP. */
export class HttpSettings {
  @Arg({
    description:
      'Serve on HTTP instead of stdio, on this port: `PORT` of this machine alone, or `HOST:PORT`, which needs authentication unless the host is loopback',
    optional: true,
    pattern: '^(.+:)?\\d{1,5}$',
    example: '127.0.0.1:3000',
  })
  @Setting({ option: 'http', variable: 'HTTP' })
  listen?: string;

  @Arg({ description: 'The path that clients use', pattern: '^/[A-Za-z0-9/_.-]*$' })
  path = '/mcp';

  @Arg({
    description: 'The address that clients use, if it is another than the one listened on, as behind a proxy',
    optional: true,
    pattern: '^https?://[^/?#]+(/[^?#]*)?$',
    example: 'https://tools.example.com/mcp',
  })
  url?: string;

  @Arg({
    description:
      'The names that requests may be sent to (header Host), with or without port; loopback and that of `http.url` by default',
    items: { type: 'string', minLength: 1 },
  })
  @Setting({ option: 'http-host' })
  hosts: string[] = [];

  @Arg({
    description:
      'Pages that may use the server from a browser (header Origin), besides those of the allowed hosts',
    items: { type: 'string', pattern: '^https?://[^/]+$' },
    example: ['https://notes.example.com'],
  })
  @Setting({ option: 'http-origin' })
  origins: string[] = [];

  @Arg({
    description: 'Tools that run commands or write files, and may be called over HTTP nevertheless',
    items: 'string',
  })
  @Setting({ option: 'http-tool' })
  tools: string[] = [];

  @Arg({
    description:
      'A file with the hashes of bearer tokens, as `toolwright token` prints them; setting it turns authentication on',
    optional: true,
    minLength: 1,
  })
  tokens?: string;

  @Arg({ description: 'JSON Web Tokens', type: () => JwtSettings })
  jwt = new JwtSettings();

  @Arg({ description: 'Scopes that every caller must have', items: { type: 'string', minLength: 1 } })
  requiredScopes: string[] = [];

  @Arg({
    description:
      'What each principal may do, by name; with entries here or in `http.scopes`, whoever has none gets nothing',
    type: 'object',
    values: () => GrantSettings,
  })
  principals: Record<string, GrantSettings> = {};

  @Arg({
    description: 'What whoever has a scope may do, by scope',
    type: 'object',
    values: () => GrantSettings,
  })
  scopes: Record<string, GrantSettings> = {};

  @Arg({
    description: 'Requests a minute of each principal; 0 for no limit',
    type: 'integer',
    minimum: 0,
    maximum: 10_000_000,
  })
  rate = 6_000;

  @Arg({
    description: 'Maximum size of a request in bytes',
    type: 'integer',
    minimum: 1_000,
    maximum: 1_000_000_000,
  })
  maxBody = 10_485_760;

  @Arg({
    description: 'Maximum size of the headers in bytes',
    type: 'integer',
    minimum: 1_000,
    maximum: 1_000_000,
  })
  maxHeaders = 16_384;

  @Arg({ description: 'Maximum number of connections', type: 'integer', minimum: 1, maximum: 1_000_000 })
  maxConnections = 1_000;

  @Arg({
    description: 'Seconds until a request must have come in whole; a quarter of it for its headers',
    minimum: 1,
    maximum: 3_600,
  })
  requestTimeout = 40;

  @Arg({
    description: 'Seconds without a byte in either direction after which a connection is ended',
    minimum: 1,
    maximum: 86_400,
  })
  silence = 120;

  @Arg({
    description: 'Seconds between signs of life on open streams and to clients that wait for an answer',
    minimum: 1,
    maximum: 3_600,
  })
  heartbeat = 15;

  @Arg({
    description: 'Maximum number of sessions of older clients',
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
  })
  maxSessions = 1_000;

  @Arg({
    description: 'Maximum number of sessions of one principal',
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
  })
  maxSessionsEach = 100;

  @Arg({ description: 'Seconds after which a silent session is ended', minimum: 1, maximum: 604_800 })
  sessionIdle = 3_600;

  @Arg({
    description:
      'Seconds that a server which is to end still takes requests while `/readyz` answers 503, so that a load balancer turns away first',
    minimum: 0,
    maximum: 3_600,
  })
  leave = 0;

  @Arg({
    description: 'Seconds that accepted requests get to be answered when the server shuts down',
    minimum: 0,
    maximum: 3_600,
  })
  drain = 30;

  @Arg({ description: 'The file with the certificate (PEM), for HTTPS', optional: true, minLength: 1 })
  cert?: string;

  @Arg({ description: 'The file with the key of the certificate (PEM)', optional: true, minLength: 1 })
  key?: string;

  @Arg({
    description: 'Addresses or networks of proxies whose X-Forwarded-For, -Host and -Proto count',
    items: { type: 'string', minLength: 1 },
  })
  trustProxy: string[] = [];

  @Arg({
    description:
      'Who may read `/metrics`: nobody, programs of this machine that ask it directly, or authenticated callers (those with the grant `metrics`, where grants are set)',
    type: 'string',
    enum: ['off', 'local', 'authenticated'],
  })
  metrics: 'off' | 'local' | 'authenticated' = 'off';

  @Arg({ description: 'Log every request: method, path, status, time, principal, tool' })
  accessLog = false;
}
