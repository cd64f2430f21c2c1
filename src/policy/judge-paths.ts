import type { DeclaredAccess } from '../base/access';
import { declaredValues, type DeclaredValue } from './declared-values';
import { refusalInside } from './links-in-directory';
import { pathsLike } from './path-like';
import type { PathDecision, PathPolicy, PathScope } from './path-policy';
import { commandSandbox } from './sandbox-plan';
import { rewritesTree } from './tree-rewriters';

/** A call whose paths are judged. */
export interface CallWithPaths {
  /** The name of its rules. */
  readonly tool: string;
  readonly accesses: readonly DeclaredAccess[];
  /** Checked arguments. */
  readonly args: object;
  readonly clientRoots?: readonly string[] | undefined;
}

/** The policy's decision on one path of a call. */
export interface JudgedPath extends DeclaredValue {
  readonly decision: PathDecision;
}

/** The working directory of a call, if it declares one, and the decision on each of its paths. */
export interface JudgedPaths {
  readonly cwd: string | undefined;
  readonly judged: readonly JudgedPath[];
}

/** Judges the working directory and every path of a call; stops at a refused directory. */
export function judgePaths(paths: PathPolicy, call: CallWithPaths): JudgedPaths {
  const roots = call.clientRoots && { clientRoots: call.clientRoots };
  const values = declaredValues(call.accesses, call.args);
  const { cwd, judged } = workingDirectory(paths, call, values, roots);
  if (judged && !judged.decision.allowed) return { cwd, judged: [judged] };
  const rewritten = rewriting(paths, call, cwd);
  if (rewritten) return { cwd, judged: [rewritten] };
  const scope = { ...(cwd !== undefined && { base: cwd }), ...roots };
  const named = values.filter(({ kind }) => kind !== 'cwd' && kind !== 'command' && kind !== 'address');
  const found = named.flatMap((value) => decided(paths, call.tool, value, scope));
  return { cwd, judged: judged ? [judged, ...found] : found };
}

/** Returns the name of the operator's rules for a tool: its own, or if there are none, that of its definition. */
export function ruleName(paths: PathPolicy, tool: string, ruledAs: string | undefined): string {
  return ruledAs === undefined || Object.keys(paths.toolRules(tool)).length ? tool : ruledAs;
}

// A value that merely happens to name an entry must be readable; one that is written as a path is judged as one.
function decided(paths: PathPolicy, tool: string, value: DeclaredValue, scope: PathScope): JudgedPath[] {
  if (value.kind !== 'value') return [{ ...value, decision: decideInside(paths, tool, value, scope) }];
  const base = scope.base ?? paths.rules.cwd;
  const steering = value.effect === 'reads' ? undefined : paths.judgeWord(value.value, base);
  if (steering) return [{ ...value, decision: steering }];
  return pathsLike(value.value, base).map(({ path, sure }) => {
    const as: DeclaredValue = { ...value, kind: sure ? 'path' : 'read', value: path };
    return { ...value, decision: decideInside(paths, tool, as, scope) };
  });
}

// The path itself, and the links in it that the program would follow; in a sandbox they lead nowhere.
function decideInside(paths: PathPolicy, tool: string, value: DeclaredValue, scope: PathScope): PathDecision {
  const decision = decide(paths, tool, value, scope);
  if (!decision.allowed || !value.opensInside || commandSandbox(paths, tool).plan) return decision;
  const access = value.effect === 'reads' ? 'read' : 'write';
  const judge = (link: string) => paths.judgePath(tool, link, access, scope);
  return refusalInside(decision.path, judge)?.refused ?? decision;
}

function decide(
  paths: PathPolicy,
  tool: string,
  { kind, value, effect }: DeclaredValue,
  scope: PathScope,
): PathDecision {
  if (kind === 'read' || kind === 'write') return paths.judgePath(tool, value, kind, scope);
  // A program may read and write everything below a path.
  const read = paths.judgePath(tool, value, 'read', { ...scope, tree: true, elsewhere: true });
  if (!read.allowed || effect === 'reads') return read;
  // A whole root is allowed even if it contains files that configure the server, unless the program is known to write
  // what it is given (`cp -r evil/. .`); a directory below it must not contain any.
  const isRoot = paths.allowedPlaces(tool).includes(read.path);
  const write = paths.judgePath(tool, value, 'write', { ...scope, tree: !isRoot || effect === 'writes' });
  if (write.allowed || !isRoot) return write;
  return { ...write, reason: `${write.reason}; name the file itself rather than the whole directory` };
}

function workingDirectory(
  paths: PathPolicy,
  { tool, accesses }: CallWithPaths,
  values: readonly DeclaredValue[],
  roots: { clientRoots: readonly string[] } | undefined,
): { cwd: string | undefined; judged?: JudgedPath } {
  const given = values.find(({ kind }) => kind === 'cwd');
  if (given) {
    const decision = paths.judgePath(tool, given.value, 'read', roots);
    return { cwd: decision.allowed ? decision.path : given.value, judged: { ...given, decision } };
  }
  const always = accesses.find((access) => access.always);
  return always ? defaultDirectory(paths, tool, always, roots) : { cwd: undefined };
}

// A sandbox keeps the files that configure the server as they are.
function rewriting(
  paths: PathPolicy,
  { tool, accesses, args }: CallWithPaths,
  cwd: string | undefined,
): JudgedPath | undefined {
  const access = accesses.find(({ program }) => program);
  if (!access?.program || cwd === undefined) return undefined;
  const [program = '', ...words] = access.program;
  const free = accesses.filter(({ kind }) => kind === 'words').flatMap(({ field }) => freeWords(args, field));
  if (!rewritesTree(program, [...words, ...free]) || commandSandbox(paths, tool).plan) return undefined;
  const decision = paths.judgeRewrite(cwd);
  return decision && { field: access.field, kind: access.kind, value: cwd, decision };
}

function freeWords(args: object, field: string): string[] {
  const given = (args as Record<string, unknown>)[field];
  return (Array.isArray(given) ? given : [given]).filter((word) => typeof word === 'string');
}

// The server's working directory, or else the first directory that the tool may access and the client opened.
function defaultDirectory(
  paths: PathPolicy,
  tool: string,
  { field, kind }: DeclaredAccess,
  roots: { clientRoots: readonly string[] } | undefined,
): { cwd: string; judged?: JudgedPath } {
  const { cwd } = paths.rules;
  const own = paths.judgePath(tool, cwd, 'read', roots);
  if (own.allowed) return { cwd: own.path };
  const others = [...paths.allowedPlaces(tool), ...(roots?.clientRoots ?? [])];
  const [first] = others.flatMap((place) => {
    const decision = paths.judgePath(tool, place, 'read', roots);
    return decision.allowed ? [decision.path] : [];
  });
  return first === undefined ? { cwd, judged: { field, kind, value: cwd, decision: own } } : { cwd: first };
}
