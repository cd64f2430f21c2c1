import type { Certainty } from './argument-judge';
import type { Decision, Refused } from './policy-decision';
import type { PathDecision, PathPolicy, PathScope } from './path-policy';
import { isWithin } from './real-path';

/**
 * Judges a path that a command writes: by the rules of its own tool, and by those of every tool that writes files. A
 * path that is only possibly written must not be denied there, but need not be in their `allowed_paths`.
 */
export function judgeWrite(
  paths: PathPolicy,
  tool: string,
  path: string,
  how: PathScope & { readonly certainty: Certainty },
): PathDecision {
  const decision = paths.judgePath(tool, path, 'write', how);
  if (!decision.allowed) return decision;
  for (const writer of paths.rules.writers) {
    const refused = writer === tool ? undefined : refusal(paths, writer, decision.path, how);
    if (refused && !refused.allowed) return refused;
  }
  return decision;
}

/** Returns the decision that nothing may be changed, if the operator says so. */
export function readOnlyRefusal(paths: PathPolicy, what: string): Refused | undefined {
  const where = paths.rules.readOnlyAt;
  if (where === undefined) return undefined;
  return {
    allowed: false,
    reason: `${what}, and nothing may be changed`,
    rule: { rule: 'read_only: true', where },
  };
}

function refusal(
  paths: PathPolicy,
  writer: string,
  real: string,
  { certainty, ...scope }: PathScope & { readonly certainty: Certainty },
): Decision | undefined {
  const { disabledAt, allowedPaths, deniedPaths } = paths.toolRules(writer);
  if (certainty === 'certain' && disabledAt !== undefined) {
    const rule = { rule: `tools.${writer}.enabled: false`, where: disabledAt };
    return { allowed: false, reason: `${real} would be written, and ${writer} is switched off`, rule };
  }
  if (certainty === 'certain' && allowedPaths?.length)
    return paths.judgeRealPath(writer, real, 'write', scope);
  if (!deniedPaths?.length) return undefined;
  const denied = paths.deniedPlaces(writer);
  const hit = denied.some((place) => isWithin(real, place) || (scope.tree && isWithin(place, real)));
  return hit ? paths.judgeRealPath(writer, real, 'write', scope) : undefined;
}
