import { isObject } from '../base/json-value';
import type { AuthRefusal, Principal } from '../serve/http/auth/principal';

/**
 * Returns the principal that an author's callback named. Nobody is one refusal; what can't be a principal is another,
 * because a caller without a name would share its grants, limits and sessions with others like it.
 */
export function principalIn(found: unknown): Principal | AuthRefusal {
  if (found === undefined || found === null) return { status: 401, reason: 'Nobody is authenticated' };
  if (!isObject(found)) return wrong(`it returned ${kindOf(found)}`);
  const { id } = found;
  // As databases say that there are none.
  const scopes = found['scopes'] ?? [];
  if (typeof id !== 'string' || id === '') return wrong(`its id is ${kindOf(id)}`);
  if (!Array.isArray(scopes)) return wrong(`its scopes are ${kindOf(scopes)}`);
  if (!scopes.every((scope): scope is string => typeof scope === 'string'))
    return wrong('one of its scopes is no string');
  return { id, scopes: [...scopes] };
}

// The value itself may be a secret.
function wrong(what: string): AuthRefusal {
  return {
    status: 500,
    reason: `principal of createHttpHandler returns { id: 'name', scopes: ['read'] } or undefined, but ${what}`,
  };
}

function kindOf(value: unknown): string {
  if (value === '') return 'an empty string';
  if (typeof value === 'string') return 'a string';
  if (value === undefined || value === null || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
