import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DefinitionSources } from '../mtdf';
import type { PathPolicy } from '../policy/path-policy';
import type { Setup } from './pack';

const STANDARD_DIRS = ['.toolwright/tools', 'tools'];

/** Serves the definitions that the configuration names; costs next to nothing where there are none. */
export async function startDefinitions(setup: Setup): Promise<void> {
  const sources = definitionSources(setup);
  const { watch } = setup.config.definitions;
  if (!watch && !sources.shipped && !sources.dirs.some((dir) => existsSync(dir))) return;
  const { DefinitionSet, watchDirectories } = await import('../mtdf/index.js');
  const set = new DefinitionSet({
    sources,
    registry: setup.registry,
    log: setup.log.named('definitions'),
    host: {
      paths: once(() => pathPolicyOf(setup)),
      cwd: setup.cwd,
      env: setup.env,
      tempDir: tmpdir(),
      defaultTimeoutSeconds: setup.config.operations.timeout,
    },
  });
  await set.load();
  if (watch) setup.onClose(watchDirectories(sources.dirs, () => set.load()));
}

/** Where the definitions of a server come from: directories of the command line besides the usual ones. */
export function definitionSources({
  config,
  sources,
  cwd,
}: Pick<Setup, 'config' | 'sources' | 'cwd'>): DefinitionSources {
  const { dirs, enable, guidance, strict } = config.definitions;
  const added = sources.where('definitions.dirs').source === 'option';
  const all = [...new Set([...dirs, ...(added ? STANDARD_DIRS : [])])];
  return {
    dirs: all.map((dir) => resolve(cwd, dir)),
    ...(enable.length && { shipped: { dir: shippedDirectory(), enable } }),
    ...(guidance !== undefined && { guidance: resolve(cwd, guidance) }),
    strict,
  };
}

/** The directory of the shipped definitions: beside the package's own manifest, wherever this file was built to. */
export function shippedDirectory(): string {
  for (let at = __dirname; ; at = join(at, '..')) {
    const dir = join(at, 'definitions');
    if (existsSync(join(dir, 'git.json')) || at === join(at, '..')) return dir;
  }
}

// The policy of the packs that touch files, or one of the roots alone where those packs are switched off.
async function pathPolicyOf(setup: Setup): Promise<PathPolicy> {
  const { PathPolicy } = await import('../policy/path-policy.js');
  const { defaultRules } = await import('../policy/rules.js');
  const services = await setup.services();
  if (services.has(PathPolicy)) return services.get(PathPolicy);
  const roots = setup.config.roots.map((value) => ({ value, where: setup.sources.where('roots').source }));
  return new PathPolicy({ ...defaultRules(setup.cwd), roots, environment: setup.env });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
