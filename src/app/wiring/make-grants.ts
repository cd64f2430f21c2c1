import { resolve } from 'node:path';
import { rootsSetBy, type CallerRoots } from '../../base/caller-roots';
import { formatOrigin, type GrantSettings, type Sources } from '../../config';
import type { Principal } from '../../serve/http/auth/principal';
import type { GrantedShare, GrantOf } from '../../serve/http/http-audiences';
import type { Grant } from '../../tool-context';
import type { ToolShape } from '../../tool/tool';
import type { Setup } from '../pack';
import { ENTRY_TOOLS } from './name-entry-tools';

/** What grants are made from. */
export type GrantSetup = Pick<Setup, 'config' | 'registry' | 'cwd'> & {
  readonly sources: Pick<Sources, 'where'>;
};

// An entry of `http.principals` or `http.scopes`, with its path in the configuration.
type Entry = readonly [path: string, settings: GrantSettings];

/** Returns what each caller over HTTP is granted, by the configuration. */
export function makeGrants(setup: GrantSetup): GrantOf {
  const { principals, scopes } = setup.config.http;
  const mapped = Object.keys(principals).length + Object.keys(scopes).length > 0;
  const made = new Map<string, GrantedShare>();
  const shareOf = (key: string, entries: readonly Entry[]): GrantedShare => {
    let share = made.get(key);
    if (!share) made.set(key, (share = makeShare(setup, key, entries)));
    return share;
  };
  return (principal) => {
    if (!mapped || !principal) return shareOf('', []);
    const own = Object.hasOwn(principals, principal.id) ? principals[principal.id] : undefined;
    const held = heldScopes(principal, scopes);
    if (!own && !held.length) return undefined;
    const key = JSON.stringify([own ? principal.id : null, ...held]);
    return shareOf(key, [
      ...(own ? [[`http.principals.${principal.id}`, own] as const] : []),
      ...held.map((scope) => [`http.scopes.${scope}`, scopes[scope]!] as const),
    ]);
  };
}

function heldScopes({ scopes: held }: Principal, scopes: Readonly<Record<string, GrantSettings>>): string[] {
  return [...new Set(held)].filter((scope) => Object.hasOwn(scopes, scope)).sort();
}

// Several entries together grant the tools of each; the narrower of their other limits counts.
function makeShare(setup: GrantSetup, key: string, named: readonly Entry[]): GrantedShare {
  const { config } = setup;
  const roots = rootsOf(setup, named);
  const entries = named.map(([, settings]) => settings);
  const budgets = entries.map(({ answerBudget }) => answerBudget).filter((tokens) => tokens > 0);
  const rates = entries.flatMap(({ rate }) => rate ?? []);
  return {
    key,
    grant: {
      allows: remembered(setup, (tool) => isOffered(setup, tool, entries)),
      ...(roots && { roots }),
      ...(budgets.length && { answerBudget: Math.min(...budgets) }),
    },
    rate: rates.length ? Math.max(...rates) : config.http.rate,
    prompts: offers(entries, ({ prompts }) => prompts),
    resources: offers(entries, ({ resources }) => resources),
    metrics: !entries.length || entries.some(({ metrics }) => metrics),
  };
}

// An entry that names what it grants grants nothing else; one that says no is the narrower, whatever the others say.
function offers(
  entries: readonly GrantSettings[],
  stated: (entry: GrantSettings) => boolean | undefined,
): boolean {
  if (!entries.length) return true;
  return (
    entries.every((entry) => stated(entry) !== false) &&
    entries.some((entry) => stated(entry) ?? (!entry.tools && !entry.packs))
  );
}

// Those of all entries that state some; what refuses a path is then all of these entries together.
function rootsOf({ cwd, sources }: GrantSetup, entries: readonly Entry[]): CallerRoots | undefined {
  const stating = entries.flatMap(([path, { roots }]) => (roots ? [{ path: `${path}.roots`, roots }] : []));
  if (!stating.length) return undefined;
  const rules = stating.map(({ path, roots }) => `${path}: ${roots.join(', ')}`);
  const places = stating.map(({ path }) => formatOrigin(sources.where(path)));
  const all = stating.flatMap(({ roots }) => roots.map((root) => resolve(cwd, root)));
  return rootsSetBy(all, { rule: rules.join(' and '), where: [...new Set(places)].join(' and ') });
}

function remembered({ registry }: GrantSetup, judge: (tool: ToolShape) => boolean): Grant['allows'] {
  let revision = registry.revision;
  const verdicts = new Map<string, boolean>();
  return (name) => {
    if (revision !== registry.revision) {
      verdicts.clear();
      ({ revision } = registry);
    }
    const known = verdicts.get(name);
    if (known !== undefined) return known;
    const tool = registry.get(name);
    if (!tool) return false;
    const verdict = judge(tool);
    verdicts.set(name, verdict);
    return verdict;
  };
}

function isOffered(setup: GrantSetup, tool: ToolShape, entries: readonly GrantSettings[]): boolean {
  if (isWay(setup, tool)) return true;
  const { config } = setup;
  const safe = !actsOnMachine(tool) || namesOf(tool).some((name) => config.http.tools.includes(name));
  if (!entries.length) return safe;
  return entries.some(({ tools, packs }) => {
    if (!tools && !packs) return safe;
    if (namesOf(tool).some((name) => tools?.includes(name))) return true;
    return safe && packs?.includes(packOf(tool)) === true;
  });
}

// These only lead to other tools, which are judged in turn, and to what is the caller's own.
function isWay({ config }: GrantSetup, { name, pack }: ToolShape): boolean {
  const { finder, caller, runner, reader } = ENTRY_TOOLS;
  if (name === finder || name === caller || name === reader || pack === 'operations') return true;
  return name === runner && config.expose === 'code';
}

/** Returns whether a tool runs commands or writes files, so that it is offered over the network only if it is named. */
export function actsOnMachine(tool: ToolShape): boolean {
  if (tool.category === 'definition') return true;
  if (tool.accesses?.some(({ kind }) => kind === 'command' || kind === 'write')) return true;
  return tool.pack === 'guide' && tool.describe().annotations?.readOnlyHint !== true;
}

function packOf({ pack, category }: ToolShape): string {
  return pack ?? (category === 'definition' ? 'definitions' : 'own');
}

// A definition's name stands for all of its tools.
function namesOf(tool: ToolShape): readonly string[] {
  return tool.category === 'definition' ? [tool.name, ...tool.tags] : [tool.name];
}
