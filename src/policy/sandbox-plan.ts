import { resolve } from 'node:path';
import { searchSandbox, type SandboxPlan } from '../process/bubblewrap';
import { findToolchains, programHome } from '../process/installed-toolchains';
import type { PathPolicy } from './path-policy';
import { SYSTEM_PATH } from './command-lookup';
import { isWithin, realPath } from './real-path';
import type { RuleEntry } from './policy-rules';

/** The sandbox of a tool's programs, or why they run without one. */
export type SandboxChoice =
  { readonly plan: SandboxPlan } | { readonly plan?: undefined; readonly why: string };

/** Returns what an operator can do about a sandbox that does not work, for the reason it gave. */
export function missingSandboxCure(why: string): string {
  if (why.includes('not installed')) return 'install bubblewrap, or let the operator set sandbox: auto';
  if (/uid map|namespace|not permitted|permission denied/i.test(why))
    return (
      'allow user namespaces (kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0, or a container that ' +
      'permits them), or let the operator set sandbox: auto'
    );
  return 'replace this bubblewrap by one that holds, or let the operator set sandbox: auto';
}

/** Where and for whom a sandbox is made. */
export interface SandboxScope {
  /** Where to search for bubblewrap; the fixed PATH by default. */
  readonly searchPath?: readonly string[] | undefined;
  /** The caller's roots, beyond which nothing is visible inside either. */
  readonly clientRoots?: readonly string[] | undefined;
}

/** Returns the sandbox for the command lines of a tool. */
export function commandSandbox(
  paths: PathPolicy,
  tool: string,
  { searchPath = SYSTEM_PATH, clientRoots }: SandboxScope = {},
): SandboxChoice {
  const { sandbox } = paths.rules;
  if (sandbox.mode === 'off') return { why: 'sandbox: off' };
  if (sandbox.mode === 'auto' && paths.toolRules(tool).sandbox === false)
    return { why: `tools.${tool}.sandbox: false` };
  const found = searchSandbox(searchPath);
  if (found.bwrap === undefined) return { why: found.problem };
  const listed = (entries: readonly RuleEntry[] = []): string[] =>
    entries.map(({ value }) => resolve(paths.rules.cwd, value));
  const readOnly = paths.rules.readOnlyAt !== undefined;
  const writable = [...narrowed(paths.allowedPlaces(tool), clientRoots), ...listed(sandbox.writable)];
  const readable = listed(sandbox.readable);
  const shown = [...writable, ...readable];
  const inside = (path: string): boolean => shown.some((place) => isWithin(path, place));
  return {
    plan: {
      bwrap: found.bwrap,
      writable: readOnly ? [] : writable,
      readable: [...(readOnly ? shown : readable), ...paths.protectedPaths().filter(inside)],
      hidden: paths.deniedPlaces(tool).filter(inside),
      network: sandbox.network ?? false,
      countsProcesses: found.countsProcesses,
    },
  };
}

// What is in an allowed place and in a root of the client.
function narrowed(places: readonly string[], clientRoots: readonly string[] | undefined): string[] {
  if (!clientRoots?.length) return [...places];
  const roots = clientRoots.map((root) => realPath('/', root).path);
  return places.flatMap((place) =>
    roots.flatMap((root) => (isWithin(root, place) ? [root] : isWithin(place, root) ? [place] : [])),
  );
}

/** What the sandbox of a definition's program depends on, besides the rules. */
export interface ProgramFacts {
  /** The environment of the program. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file to start. */
  readonly file: string;
  /** Whether the definition says that it uses nothing but this machine. */
  readonly local: boolean;
  readonly clientRoots?: readonly string[] | undefined;
}

/** Returns the sandbox for the program of a definition: also with the user's toolchains, an empty home and the network. */
export function programSandbox(paths: PathPolicy, tool: string, facts: ProgramFacts): SandboxChoice {
  const choice = commandSandbox(paths, tool, { clientRoots: facts.clientRoots });
  if (!choice.plan) return choice;
  const { plan } = choice;
  const { sandbox } = paths.rules;
  const home = programHome(facts.env);
  const own = home !== undefined && !plan.writable.some((place) => isWithin(realPath('/', home).path, place));
  const toolchains = findToolchains(facts.env, facts.file);
  const explicit = new Set((sandbox.writable ?? []).map(({ value }) => resolve(paths.rules.cwd, value)));
  const readable = toolchains.readable.filter((path) => !explicit.has(path));
  const denied = paths.deniedPlaces(tool).filter((path) => readable.some((place) => isWithin(path, place)));
  return {
    plan: {
      ...plan,
      readable: [...plan.readable, ...readable],
      ...(own && { empty: [home] }),
      hidden: [...new Set([...(plan.hidden ?? []), ...denied, ...toolchains.hidden])],
      network: sandbox.network ?? (sandbox.mode === 'auto' && !facts.local),
    },
  };
}
