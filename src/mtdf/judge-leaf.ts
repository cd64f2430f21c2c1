import { invalidArguments } from '../invalid-arguments';
import { describeDecision, type Decision } from '../policy/policy-decision';
import { judgePaths, ruleName } from '../policy/judge-paths';
import { PROTECTED, type PathPolicy } from '../policy/path-policy';
import type { Failure } from '../result';
import { leafAccesses } from './leaf-accesses';
import type { Leaf } from './leaves';

/** Where a call may run, or why it may not happen. */
export type LeafPlace = { ok: true; cwd: string } | { ok: false; failure: Failure };

/** Finds where a leaf's call runs, and judges its paths as they are now: the door did so too, perhaps long ago. */
export function judgeLeaf(
  paths: PathPolicy,
  leaf: Leaf,
  args: Readonly<Record<string, unknown>>,
  clientRoots?: readonly string[],
): LeafPlace {
  const accesses = leafAccesses(leaf);
  const { cwd, judged } = judgePaths(paths, { tool: leafRules(paths, leaf), accesses, args, clientRoots });
  const wrong = judged.find(({ decision }) => !decision.allowed);
  return wrong ? { ok: false, failure: pathRefusal(wrong) } : { ok: true, cwd: cwd ?? paths.rules.cwd };
}

/** The name under which the operator's rules for a leaf stand. */
export function leafRules(paths: PathPolicy, leaf: Leaf): string {
  return ruleName(paths, leaf.toolName, leaf.definition.name);
}

/** The failure for a path, or a working directory, that a program may not be handed. */
export function pathRefusal(refused: {
  readonly field: string;
  readonly kind: string;
  readonly value: string;
  readonly decision: Decision;
}): Failure {
  const { field, value: path, decision } = refused;
  const isProtected = decision.rule.rule.startsWith(PROTECTED);
  const message = isProtected ? 'may not be changed' : 'is outside the allowed workspace';
  const what =
    refused.kind === 'cwd'
      ? `Working directory '${path}'`
      : `Path validation failed for parameter '${field}': '${path}'`;
  return invalidArguments([{ field, message, received: path }], {
    error: `${what} ${message} (${describeDecision(decision)})`,
    instruction:
      'Nothing was run. Use a path inside the allowed directories, or tell the user that this one is not allowed.',
    data: { parameter: field, path },
  });
}
