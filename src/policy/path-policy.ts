import { existsSync } from 'node:fs';
import type { CallerRoots } from '../base/caller-roots';
import { windowsPathProblem } from '../disk/windows-names';
import { dirname, isAbsolute, parse, resolve } from 'node:path';
import { refusedBuiltIn, type Allowed, type Decision, type Refused } from './policy-decision';
import { isOfProcess, isWithin, PROCESSES, realPath, variesByProcess } from './real-path';
import { workingTree } from './tree-rewriters';
import { defaultRules, type RuleEntry, type PolicyRules, type ToolRules } from './policy-rules';

/** The kind of access to a path. */
export type Access = 'read' | 'write';

/** A decision on a path; if allowed, it includes the real path to use. */
export type PathDecision = (Allowed & { readonly path: string; readonly exists: boolean }) | Refused;

/** Further restrictions on a judgement. */
export interface PathScope {
  /** The base of relative paths; the working directory of the rules by default. */
  readonly base?: string;
  /** The root directories of the client, or of a grant, which can only restrict access. */
  readonly clientRoots?: CallerRoots;
  /** Whether everything below the path is accessed too, so that nothing below it may be denied. */
  readonly tree?: boolean;
  /** Whether another process opens the path: then it must not lead through `/proc/self` and the like. */
  readonly elsewhere?: boolean;
}

interface Place {
  readonly path: string;
  readonly entry: RuleEntry;
  readonly rule: string;
  /** Why everything in it is refused, if that is not plain. */
  readonly because?: string;
}

interface ToolPlaces {
  readonly allowed: readonly Place[];
  readonly denied: readonly Place[];
}

/** The rule by which files that configure the server are not written. */
export const PROTECTED = 'protected (it configures the server)';

const LONGEST_PATH = 4096;

/** Judges which paths a tool may access. Its rules can be replaced while the server runs. */
export class PathPolicy {
  private current!: PolicyRules;
  private protectedPlaces: readonly Place[] = [];
  private secretPlaces: readonly Place[] = [];
  private readonly places = new Map<string, ToolPlaces>();
  private unnamed: ToolPlaces = { allowed: [], denied: [] };

  constructor(rules: PolicyRules) {
    this.update(rules);
  }

  /** Returns the policy that applies without configuration. */
  static default(cwd: string): PathPolicy {
    return new PathPolicy(defaultRules(cwd));
  }

  /** The current rules. */
  get rules(): PolicyRules {
    return this.current;
  }

  /** Replaces the rules for all later judgements. */
  update(rules: PolicyRules): void {
    this.current = rules;
    this.places.clear();
    const roots = this.resolveAll(
      rules.roots.filter((root) => !this.isAccidentalRoot(root)),
      'roots',
    );
    this.secretPlaces = this.resolveSecrets();
    this.unnamed = { allowed: roots, denied: this.secretPlaces };
    for (const tool of Object.keys(rules.tools)) this.places.set(tool, this.resolveTool(tool, roots));
    // A program allowed by its full path must not be replaced.
    const programs = Object.values(rules.tools).flatMap((tool) => tool.allowedCommands ?? []);
    const steering = [...rules.protectedPaths, ...programs.filter((entry) => entry.value.includes('/'))];
    this.protectedPlaces = this.resolveAll(steering, PROTECTED);
  }

  /** Returns the operator's rules for a tool. */
  toolRules(tool: string): ToolRules {
    return Object.hasOwn(this.current.tools, tool) ? this.current.tools[tool]! : {};
  }

  /** Judges whether a tool may read or write a path, by its real path. */
  judgePath(tool: string, path: string, access: Access, scope: PathScope = {}): PathDecision {
    const malformed = malformedPath(path);
    if (malformed) return refusedBuiltIn(malformed, 'path syntax');
    try {
      const base = scope.base ?? this.current.cwd;
      if (scope.elsewhere && variesByProcess(base, path))
        return refusedBuiltIn(
          `${path} resolves differently for each process, so it cannot be checked`,
          'path resolution',
        );
      const real = realPath(base, path);
      const decision = this.judgeRealPath(tool, real.path, access, scope);
      if (decision.allowed) return { ...decision, ...real };
      return { ...decision, reason: decision.reason + this.relativeHint(tool, path, access, scope) };
    } catch (error) {
      return refusedBuiltIn((error as Error).message, 'path resolution');
    }
  }

  /** The same for a path without links. */
  judgeRealPath(tool: string, path: string, access: Access, scope: PathScope = {}): Decision {
    const { allowed, denied } = this.placesOf(tool);
    const room = allowed.find((place) => isWithin(path, place.path));
    const forbidden = access === 'write' ? [...denied, ...this.protectedPlaces] : denied;
    for (const place of forbidden) {
      // Where a secret is that nobody could reach is no caller's business.
      if (place.because !== undefined && !room) continue;
      if (isWithin(path, place.path)) return refuse(place.because ?? withinText(path, place), place);
      if (scope.tree && isWithin(place.path, path)) return refuse(insideText(place, path), place);
    }
    if (!room) return refuseOutside(path, allowed);
    if (isOfProcess(path) || (scope.tree && isWithin(PROCESSES, path)))
      return refusedBuiltIn(
        `${path} shows the environment and the memory of processes`,
        'secret (processes)',
      );
    if (
      scope.clientRoots?.length &&
      !scope.clientRoots.some((root) => isWithin(path, realPath('/', root).path))
    ) {
      return refuseOutsideRoots(path, scope.clientRoots);
    }
    return {
      allowed: true,
      reason: `${path} is in ${room.path}`,
      rule: { rule: room.rule, where: room.entry.where },
    };
  }

  /** Returns the refusal of a word that names a file which configures the server, whether or not it exists. */
  judgeWord(word: string, base: string): Refused | undefined {
    if (malformedPath(word)) return undefined;
    try {
      const real = realPath(base, word).path;
      const place = this.protectedPlaces.find((one) => isWithin(real, one.path));
      return place && refuse(withinText(real, place), place);
    } catch {
      return undefined;
    }
  }

  /** Returns the refusal of a command that may replace files anywhere in the working tree of a real directory. */
  judgeRewrite(directory: string): Refused | undefined {
    const unverified = this.current.unverifiedPaths ?? [];
    const tree = workingTree(directory);
    const place = this.protectedPlaces.find(
      ({ path, entry }) => unverified.includes(entry.value) && isWithin(path, tree) && existsSync(path),
    );
    const cure = 'keep that file outside the repository, or use the sandbox';
    return place && refuse(`it may replace ${place.path}, which configures the server: ${cure}`, place);
  }

  /** Returns the real paths that a tool may access. */
  allowedPlaces(tool: string): readonly string[] {
    return this.placesOf(tool).allowed.map((place) => place.path);
  }

  /** Returns the real paths that a tool may not access. */
  deniedPlaces(tool: string): readonly string[] {
    return this.placesOf(tool).denied.map((place) => place.path);
  }

  /** Returns the real paths that no tool may write. */
  protectedPaths(): readonly string[] {
    return this.protectedPlaces.map((place) => place.path);
  }

  // A relative path is meant relative to a root, but a server started elsewhere resolves it elsewhere.
  private relativeHint(tool: string, path: string, access: Access, scope: PathScope): string {
    const { allowed } = this.placesOf(tool);
    if (isAbsolute(path) || scope.base !== undefined || allowed.length === 0) return '';
    const start = realPath('/', this.current.cwd).path;
    if (allowed.some((place) => isWithin(start, place.path))) return '';
    const fitting = allowed
      .map((place) => this.judgePath(tool, resolve(place.path, path), access, scope))
      .filter((decision) => decision.allowed);
    // Of what isn't there, only a new file can be meant, in a directory that is.
    const meant =
      fitting.find(({ exists }) => exists) ??
      (access === 'write' ? fitting.find(({ path: file }) => existsSync(dirname(file))) : undefined);
    if (!meant) return '';
    return `; relative paths are resolved against ${this.current.cwd}, so use an absolute path, such as ${meant.path}`;
  }

  private placesOf(tool: string): ToolPlaces {
    return this.places.get(tool) ?? this.unnamed;
  }

  private resolveTool(tool: string, roots: readonly Place[]): ToolPlaces {
    const { allowedPaths, deniedPaths } = this.toolRules(tool);
    return {
      allowed: allowedPaths?.length ? this.resolveAll(allowedPaths, `tools.${tool}.allowed_paths`) : roots,
      denied: [...this.resolveAll(deniedPaths ?? [], `tools.${tool}.denied_paths`), ...this.secretPlaces],
    };
  }

  private resolveSecrets(): Place[] {
    return (this.current.secretPaths ?? []).flatMap((entry) =>
      this.resolveAll([entry], `secret (${entry.setting})`).map((place) => ({
        ...place,
        because: `${place.path} contains a secret of the server (${entry.setting}), which no tool may see`,
      })),
    );
  }

  // Clients often start servers in `/`, which without an explicit root must not expose the whole machine.
  private isAccidentalRoot(root: RuleEntry): boolean {
    const path = resolve(this.current.cwd, root.value);
    return root.where === 'default' && path === parse(path).root;
  }

  // Resolved when the rules are set, so that a link created later does not move a rule.
  private resolveAll(entries: readonly RuleEntry[], rule: string): Place[] {
    return entries.flatMap((entry) => {
      const named = `${rule}: ${entry.value}`;
      const places = this.resolvedFrom(this.current.cwd, entry, rule).map((path) => ({
        path,
        entry,
        rule: named,
      }));
      const also = (entry.alsoFrom ?? []).flatMap((base) =>
        this.resolvedFrom(base, entry, rule)
          .filter((path) => !places.some((place) => place.path === path))
          .map((path) => ({ path, entry, rule: `${named} (also read from ${base}, where the file is)` })),
      );
      return [...places, ...also];
    });
  }

  private resolvedFrom(base: string, { value }: RuleEntry, rule: string): string[] {
    const written = resolve(base, value);
    const real = realPath('/', written).path;
    return rule === 'roots' || rule.endsWith('allowed_paths') ? [real] : [...new Set([real, written])];
  }
}

function refuse(reason: string, place: Place): Refused {
  return { allowed: false, reason, rule: { rule: place.rule, where: place.entry.where } };
}

function withinText(path: string, place: Place): string {
  const steers = place.rule.startsWith(PROTECTED) ? 'configures the server' : undefined;
  if (path !== place.path) return `${path} is in ${place.path}${steers ? `, which ${steers}` : ''}`;
  return `${path} ${steers ?? 'is denied'}`;
}

function insideText({ path, because }: Place, tree: string): string {
  if (because === undefined) return `${path} is inside ${tree}`;
  return `${because}, and it is inside ${tree}: name other files in there, or let the operator keep it elsewhere`;
}

function refuseOutside(path: string, allowed: readonly Place[]): Refused {
  const places =
    allowed.map((place) => place.path).join(', ') || 'no directory (start the server with --root DIR)';
  const [first] = allowed;
  const rule = first ? { rule: first.rule, where: first.entry.where } : { rule: 'roots', where: 'default' };
  return { allowed: false, reason: `${path} is outside the allowed paths: ${places}`, rule };
}

function refuseOutsideRoots(path: string, { setBy }: CallerRoots): Refused {
  return {
    allowed: false,
    reason: `${path} is outside the ${setBy ? 'roots that the caller is granted' : "client's roots"}`,
    rule: setBy ?? { rule: 'client roots', where: 'client' },
  };
}

function malformedPath(path: string): string | undefined {
  if (path === '') return 'the path is empty';
  if (path.includes('\0')) return 'the path contains a NUL character';
  if (Buffer.byteLength(path) > LONGEST_PATH) return `the path is longer than ${LONGEST_PATH} bytes`;
  return process.platform === 'win32' ? windowsPathProblem(path) : undefined;
}
