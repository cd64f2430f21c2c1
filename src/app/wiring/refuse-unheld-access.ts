import { ConfigError, type Config, type ConfigProblem, type HttpSettings, type Sources } from '../../config';

/** What says who may come in, and where it was said. */
export interface AccessSetup {
  readonly config: Pick<Config, 'http'>;
  readonly sources: Pick<Sources, 'where'>;
}

const AUTHENTICATE = 'Set http.tokens or http.jwt.issuer (docs/http.md).';
const OF_ISSUER = ['audience', 'jwks', 'algorithms', 'principal_claim'] as const;

/** Returns whether callers are authenticated. */
export function authenticates({ tokens, jwt }: HttpSettings): boolean {
  return tokens !== undefined || jwt.issuer !== undefined;
}

/** Refuses settings that say who may come in, but would keep nobody out; the cure says how to authenticate. */
export function refuseUnheldAccess(setup: AccessSetup, cure?: string): void {
  const problems = unheldAccess(setup, cure);
  if (problems.length) throw new ConfigError(problems);
}

/** Returns the settings that say who may come in, but would keep nobody out. */
export function unheldAccess(
  { config: { http }, sources }: AccessSetup,
  authenticate = AUTHENTICATE,
): ConfigProblem[] {
  const problem = (name: string, message: string, cure: string): ConfigProblem => {
    const path = `http.${name}`;
    return { origin: sources.where(path), path, message, cure };
  };
  const isOpen = !authenticates(http);
  const mapped = (['principals', 'scopes'] as const).filter((name) => Object.keys(http[name]).length);
  const jwt = http.jwt.issuer === undefined ? OF_ISSUER : [];
  return [
    ...(isOpen ? mapped : []).map((name) =>
      problem(name, 'would never count: without authentication nobody has a name', authenticate),
    ),
    ...(isOpen && http.requiredScopes.length
      ? [
          problem(
            'required_scopes',
            'would never count: without authentication nobody is asked for a scope',
            authenticate,
          ),
        ]
      : []),
    ...(isOpen && http.metrics === 'authenticated'
      ? [
          problem(
            'metrics',
            'would let nobody read them: without authentication nobody has a name',
            authenticate,
          ),
        ]
      : []),
    ...jwt
      .filter((name) => sources.where(`http.jwt.${name}`).source !== 'default')
      .map((name) =>
        problem(
          `jwt.${name}`,
          'would never count: no JSON Web Token is accepted without http.jwt.issuer',
          'Set http.jwt.issuer, or remove it (docs/http.md).',
        ),
      ),
  ];
}
