import { ErrorCode } from '../errors';
import { describeDecision } from '../policy/decision';
import type { PathDecision, PathPolicy } from '../policy/path-policy';
import { Result, type Failure } from '../result';
import type { Leaf } from './leaves';
import { pathArguments } from './path-arguments';

/** Where a call may run, or why it may not happen. */
export type Place = { ok: true; cwd: string } | { ok: false; failure: Failure };

/** What the policy decides on one value of a call. */
export interface JudgedPath {
  readonly field: string;
  readonly path: string;
  readonly decision: PathDecision;
}

/** Judges the working directory and every path of a call, before anything is started. */
export function judgePaths(
  paths: PathPolicy,
  leaf: Leaf,
  args: Readonly<Record<string, unknown>>,
  clientRoots?: readonly string[],
): Place {
  const { cwd, judged } = judgedPaths(paths, leaf, args, clientRoots);
  const wrong = judged.find(({ decision }) => !decision.allowed);
  return wrong ? { ok: false, failure: refusal(wrong) } : { ok: true, cwd };
}

/** Where a call would run, and every decision on what it names: the call obeys them, `policy explain` shows them. */
export function judgedPaths(
  paths: PathPolicy,
  leaf: Leaf,
  args: Readonly<Record<string, unknown>>,
  clientRoots?: readonly string[],
): { cwd: string; judged: readonly JudgedPath[] } {
  const tool = ruleName(paths, leaf);
  const roots = clientRoots && { clientRoots };
  const { cwd, judged } = workingDirectory(paths, tool, args['working_directory'], roots);
  if (judged && !judged.decision.allowed) return { cwd, judged: [judged] };
  const named = pathArguments(leaf, args).map(({ field, path }): JudgedPath => {
    const scope = { base: cwd, ...roots };
    const read = paths.judgePath(tool, path, 'read', { ...scope, tree: true });
    if (!read.allowed) return { field, path, decision: read };
    // A whole root may be named although files in it steer the server; anything below it must be free of them.
    const tree = !paths.allowedPlaces(tool).includes(read.path);
    return { field, path, decision: paths.judgePath(tool, path, 'write', { ...scope, tree }) };
  });
  return { cwd, judged: judged ? [judged, ...named] : named };
}

/** The name under which the operator's rules for a leaf stand: its own, or that of the whole definition. */
export function ruleName(paths: PathPolicy, leaf: Leaf): string {
  return Object.keys(paths.toolRules(leaf.toolName)).length ? leaf.toolName : leaf.definition.name;
}

// Where it runs if nobody says: where the server does, or else in the first place it may touch.
function workingDirectory(
  paths: PathPolicy,
  tool: string,
  given: unknown,
  roots: { clientRoots: readonly string[] } | undefined,
): { cwd: string; judged?: JudgedPath } {
  const field = 'working_directory';
  if (typeof given === 'string' && given !== '') {
    const decision = paths.judgePath(tool, given, 'read', roots);
    return { cwd: decision.allowed ? decision.path : given, judged: { field, path: given, decision } };
  }
  const { cwd } = paths.rules;
  const own = paths.judgePath(tool, cwd, 'read');
  if (own.allowed) return { cwd: own.path };
  const [first] = paths.allowedPlaces(tool);
  return first === undefined ? { cwd, judged: { field, path: cwd, decision: own } } : { cwd: first };
}

function refusal({ field: parameter, path, decision }: JudgedPath): Failure {
  const what =
    parameter === 'working_directory'
      ? `Working directory '${path}' is outside the allowed workspace`
      : `Path validation failed for parameter '${parameter}': '${path}' is outside the allowed workspace`;
  return Result.failure(`${what} (${describeDecision(decision)})`, 'validation_error', {
    instruction:
      'Nothing was run. Use a path inside the allowed directories, or tell the user that this one is not allowed.',
    errorData: {
      code: ErrorCode.Validation,
      parameter,
      path,
      validation_errors: [{ field: parameter, message: 'is outside the allowed workspace', received: path }],
    },
  });
}
