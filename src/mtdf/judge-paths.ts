import { ErrorCode } from '../errors';
import { describeDecision } from '../policy/decision';
import type { PathDecision, PathPolicy } from '../policy/path-policy';
import { Result, type Failure } from '../result';
import type { Leaf } from './leaves';
import { pathArguments } from './path-arguments';

/** Where a call may run, or why it may not happen. */
export type Place = { ok: true; cwd: string } | { ok: false; failure: Failure };

/** Judges the working directory and every path of a call, before anything is started. */
export function judgePaths(
  paths: PathPolicy,
  leaf: Leaf,
  args: Readonly<Record<string, unknown>>,
  clientRoots?: readonly string[],
): Place {
  const tool = ruleName(paths, leaf);
  const roots = clientRoots && { clientRoots };
  const directory = workingDirectory(paths, tool, args['working_directory'], roots);
  if (!directory.ok) return directory;
  for (const { field, path } of pathArguments(leaf, args)) {
    const scope = { base: directory.cwd, ...roots };
    const read = paths.judgePath(tool, path, 'read', { ...scope, tree: true });
    if (!read.allowed) return refused(field, path, read);
    // A whole root may be named although files in it steer the server; anything below it must be free of them.
    const tree = !paths.allowedPlaces(tool).includes(read.path);
    const write = paths.judgePath(tool, path, 'write', { ...scope, tree });
    if (!write.allowed) return refused(field, path, write);
  }
  return directory;
}

/** The name under which the operator's rules for a leaf stand: its own, or that of the whole definition. */
export function ruleName(paths: PathPolicy, leaf: Leaf): string {
  return Object.keys(paths.toolRules(leaf.toolName)).length ? leaf.toolName : leaf.definition.name;
}

function workingDirectory(
  paths: PathPolicy,
  tool: string,
  given: unknown,
  roots: { clientRoots: readonly string[] } | undefined,
): Place {
  if (typeof given === 'string' && given !== '') {
    const decision = paths.judgePath(tool, given, 'read', roots);
    return decision.allowed
      ? { ok: true, cwd: decision.path }
      : refused('working_directory', given, decision);
  }
  const own = paths.judgePath(tool, paths.rules.cwd, 'read');
  if (own.allowed) return { ok: true, cwd: own.path };
  const [first] = paths.allowedPlaces(tool);
  return first === undefined ? refused('working_directory', paths.rules.cwd, own) : { ok: true, cwd: first };
}

function refused(parameter: string, path: string, decision: PathDecision): Place {
  const what =
    parameter === 'working_directory'
      ? `Working directory '${path}' is outside the allowed workspace`
      : `Path validation failed for parameter '${parameter}': '${path}' is outside the allowed workspace`;
  const failure = Result.failure(`${what} (${describeDecision(decision)})`, 'validation_error', {
    instruction:
      'Nothing was run. Use a path inside the allowed directories, or tell the user that this one is not allowed.',
    errorData: {
      code: ErrorCode.Validation,
      parameter,
      path,
      validation_errors: [{ field: parameter, message: 'is outside the allowed workspace', received: path }],
    },
  });
  return { ok: false, failure };
}
