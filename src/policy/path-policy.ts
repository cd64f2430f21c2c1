import { isAbsolute, parse, resolve } from 'node:path';
import { refusedBuiltIn, type Allowed, type Decision, type Refused } from './decision';
import { isWithin, realPath } from './real-path';
import { defaultRules, type Entry, type PolicyRules, type ToolRules } from './rules';

/** What is to be done with a path. */
export type Access = 'read' | 'write';

/** A decision on a path; an allowed one carries the real path that may be used. */
export type PathDecision = (Allowed & { readonly path: string; readonly exists: boolean }) | Refused;

/** What narrows a judgement further. */
export interface PathScope {
  /** What relative paths start from; the rules' own working directory by default. */
  readonly base?: string;
  /** The client's root directories: they narrow, and never widen. */
  readonly clientRoots?: readonly string[];
  /** Everything beneath the path is touched as well, so nothing beneath it may be denied. */
  readonly tree?: boolean;
}

interface Place {
  readonly path: string;
  readonly entry: Entry;
  readonly rule: string;
}

interface ToolPlaces {
  readonly allowed: readonly Place[];
  readonly denied: readonly Place[];
}

const LONGEST_PATH = 4096;

/** Judges which paths a tool may touch. Its rules can be exchanged while the server runs. */
export class PathPolicy {
  private current!: PolicyRules;
  private protectedPlaces: readonly Place[] = [];
  private readonly places = new Map<string, ToolPlaces>();
  private unnamed: ToolPlaces = { allowed: [], denied: [] };

  constructor(rules: PolicyRules) {
    this.update(rules);
  }

  /** The policy that holds without any configuration. */
  static default(cwd: string): PathPolicy {
    return new PathPolicy(defaultRules(cwd));
  }

  /** The rules in force. */
  get rules(): PolicyRules {
    return this.current;
  }

  /** Puts new rules in force; every later judgement follows them. */
  update(rules: PolicyRules): void {
    this.current = rules;
    this.places.clear();
    const roots = this.resolveAll(
      rules.roots.filter((root) => !this.isAccidentalRoot(root)),
      'roots',
    );
    this.unnamed = { allowed: roots, denied: [] };
    for (const tool of Object.keys(rules.tools)) this.places.set(tool, this.resolveTool(tool, roots));
    // A program that is allowed as that very file must stay that file.
    const programs = Object.values(rules.tools).flatMap((tool) => tool.allowedCommands ?? []);
    const steering = [...rules.protectedPaths, ...programs.filter((entry) => entry.value.includes('/'))];
    this.protectedPlaces = this.resolveAll(steering, 'protected (it steers the server)');
  }

  /** What the operator says of one tool. */
  toolRules(tool: string): ToolRules {
    return Object.hasOwn(this.current.tools, tool) ? this.current.tools[tool]! : {};
  }

  /** May this tool read or write this path? Judged on where the path really leads. */
  judgePath(tool: string, path: string, access: Access, scope: PathScope = {}): PathDecision {
    const malformed = malformedPath(path);
    if (malformed) return refusedBuiltIn(malformed, 'path syntax');
    try {
      const real = realPath(scope.base ?? this.current.cwd, path);
      const decision = this.judgeRealPath(tool, real.path, access, scope);
      if (decision.allowed) return { ...decision, ...real };
      return { ...decision, reason: decision.reason + this.relativeHint(tool, path, scope) };
    } catch (error) {
      return refusedBuiltIn((error as Error).message, 'path resolution');
    }
  }

  /** The same for a path that is already free of links. */
  judgeRealPath(tool: string, path: string, access: Access, scope: PathScope = {}): Decision {
    const { allowed, denied } = this.placesOf(tool);
    const forbidden = access === 'write' ? [...denied, ...this.protectedPlaces] : denied;
    for (const place of forbidden) {
      if (isWithin(path, place.path)) return refuse(`${path} is in ${place.path}`, place);
      if (scope.tree && isWithin(place.path, path)) return refuse(`${place.path} lies within ${path}`, place);
    }
    const room = allowed.find((place) => isWithin(path, place.path));
    if (!room) return refuseOutside(path, allowed);
    if (
      scope.clientRoots?.length &&
      !scope.clientRoots.some((root) => isWithin(path, realPath('/', root).path))
    ) {
      return {
        allowed: false,
        reason: `${path} is outside the client's roots`,
        rule: { rule: 'roots of the client', where: 'client' },
      };
    }
    return {
      allowed: true,
      reason: `${path} is in ${room.path}`,
      rule: { rule: room.rule, where: room.entry.where },
    };
  }

  /** The real directories and files a tool may touch at all. */
  allowedPlaces(tool: string): readonly string[] {
    return this.placesOf(tool).allowed.map((place) => place.path);
  }

  /** The real paths a tool may never touch. */
  deniedPlaces(tool: string): readonly string[] {
    return this.placesOf(tool).denied.map((place) => place.path);
  }

  /** The real paths that no tool may write. */
  protectedPaths(): readonly string[] {
    return this.protectedPlaces.map((place) => place.path);
  }

  // Whoever writes `a.txt` means the root; a server that was started elsewhere looks for it elsewhere.
  private relativeHint(tool: string, path: string, scope: PathScope): string {
    const { allowed } = this.placesOf(tool);
    if (isAbsolute(path) || scope.base !== undefined || allowed.length === 0) return '';
    const start = realPath('/', this.current.cwd).path;
    if (allowed.some((place) => isWithin(start, place.path))) return '';
    return `; relative paths are taken from ${this.current.cwd}, so write the path in full`;
  }

  private placesOf(tool: string): ToolPlaces {
    return this.places.get(tool) ?? this.unnamed;
  }

  private resolveTool(tool: string, roots: readonly Place[]): ToolPlaces {
    const { allowedPaths, deniedPaths } = this.toolRules(tool);
    return {
      allowed: allowedPaths?.length ? this.resolveAll(allowedPaths, `tools.${tool}.allowed_paths`) : roots,
      denied: this.resolveAll(deniedPaths ?? [], `tools.${tool}.denied_paths`),
    };
  }

  // Clients often start servers in `/`: nobody who wrote no root meant the whole machine by that.
  private isAccidentalRoot(root: Entry): boolean {
    const path = resolve(this.current.cwd, root.value);
    return root.where === 'default' && path === parse(path).root;
  }

  // Resolved when the rules come into force: a link put there later doesn't move a rule.
  private resolveAll(entries: readonly Entry[], rule: string): Place[] {
    return entries.flatMap((entry) => {
      const written = resolve(this.current.cwd, entry.value);
      const real = realPath('/', written).path;
      const paths =
        rule === 'roots' || rule.endsWith('allowed_paths') ? [real] : [...new Set([real, written])];
      return paths.map((path) => ({ path, entry, rule: `${rule}: ${entry.value}` }));
    });
  }
}

function refuse(reason: string, place: Place): Refused {
  return { allowed: false, reason, rule: { rule: place.rule, where: place.entry.where } };
}

function refuseOutside(path: string, allowed: readonly Place[]): Refused {
  const places =
    allowed.map((place) => place.path).join(', ') || 'no directory (start the server with --root DIR)';
  const [first] = allowed;
  const rule = first ? { rule: first.rule, where: first.entry.where } : { rule: 'roots', where: 'default' };
  return { allowed: false, reason: `${path} is outside the allowed paths: ${places}`, rule };
}

function malformedPath(path: string): string | undefined {
  if (path === '') return 'the path is empty';
  if (path.includes('\0')) return 'the path contains a NUL character';
  if (Buffer.byteLength(path) > LONGEST_PATH) return `the path is longer than ${LONGEST_PATH} bytes`;
  return undefined;
}
