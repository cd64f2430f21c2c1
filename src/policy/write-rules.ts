import type { Certainty } from './argument-judge';
import type { Decision, Refused } from './decision';
import type { PathDecision, PathPolicy, PathScope } from './path-policy';
import { isWithin } from './real-path';

/** The tool whose rules hold for whatever writes. */
const WRITER = 'write_file';

/**
 * Judges a path that a command writes: by the rules of its own tool, and by those of `write_file`. A path that is only
 * possibly written must not be denied there, but need not be in its `allowed_paths`.
 */
export function judgeWrite(
  paths: PathPolicy,
  tool: string,
  path: string,
  how: PathScope & { readonly certainty: Certainty },
): PathDecision {
  const decision = paths.judgePath(tool, path, 'write', how);
  if (!decision.allowed || tool === WRITER) return decision;
  const refused = refusal(paths, decision.path, how);
  return refused && !refused.allowed ? refused : decision;
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
  real: string,
  { certainty, ...scope }: PathScope & { readonly certainty: Certainty },
): Decision | undefined {
  const { disabledAt, allowedPaths, deniedPaths } = paths.toolRules(WRITER);
  if (certainty === 'certain' && disabledAt !== undefined) {
    const rule = { rule: `tools.${WRITER}.enabled: false`, where: disabledAt };
    return { allowed: false, reason: `${real} would be written, and ${WRITER} is switched off`, rule };
  }
  if (certainty === 'certain' && allowedPaths?.length)
    return paths.judgeRealPath(WRITER, real, 'write', scope);
  if (!deniedPaths?.length) return undefined;
  const denied = paths.deniedPlaces(WRITER);
  const hit = denied.some((place) => isWithin(real, place) || (scope.tree && isWithin(place, real)));
  return hit ? paths.judgeRealPath(WRITER, real, 'write', scope) : undefined;
}
