import type { AuthRefusal } from './principal';

/** The path of the metadata of RFC 9728, in front of the resource's own. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** What clients are told about how to get in. */
export interface ProtectedResource {
  /** The issuers of tokens; none if tokens are handed out by hand. */
  readonly issuers: readonly string[];
  /** The scopes that mean something here. */
  readonly scopes: readonly string[];
  /** The scopes that every caller needs. */
  readonly required: readonly string[];
}

/** Words the metadata of a resource at an address. */
export function resourceMetadata({ issuers, scopes }: ProtectedResource, resource: string): string {
  return JSON.stringify({
    resource,
    ...(issuers.length && { authorization_servers: issuers }),
    ...(scopes.length && { scopes_supported: scopes }),
    bearer_methods_supported: ['header'],
  });
}

/** Words the header `WWW-Authenticate` of a refusal (RFC 6750, RFC 9728). */
export function challenge(
  { error, reason }: AuthRefusal,
  { required }: ProtectedResource,
  metadata: string,
): string {
  const parts = [
    ...(error ? [`error="${error}"`, `error_description="${quoted(reason)}"`] : []),
    ...(required.length ? [`scope="${quoted(required.join(' '))}"`] : []),
    `resource_metadata="${metadata}"`,
  ];
  return `Bearer ${parts.join(', ')}`;
}

function quoted(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, "'");
}
