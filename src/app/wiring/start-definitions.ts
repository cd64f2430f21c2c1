import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { DefinitionSources } from '../../mtdf';
import { ToolExecutionError } from '../../errors';
import type { PathPolicy } from '../../policy/path-policy';
import type { SandboxPlan } from '../../process/bubblewrap';
import { shipped } from '../../disk/shipped';
import { definitionDirs } from './definition-dirs';
import type { Setup } from '../pack';

/** Serves the definitions named in the configuration; costs almost nothing if there are none. */
export async function startDefinitions(setup: Setup): Promise<void> {
  const sources = definitionSources(setup);
  const { watch } = setup.config.definitions;
  if (!watch && !sources.shipped && !sources.dirs.some((dir) => existsSync(dir))) return;
  const { DefinitionSet, watchDirectories } = await import('../../mtdf/index.js');
  const paths = once(() => pathPolicyOf(setup));
  const set = new DefinitionSet({
    sources,
    registry: setup.registry,
    log: setup.log.named('definitions'),
    host: {
      paths,
      sandbox: async (tool) => requiredSandbox(await paths(), tool),
      cwd: setup.cwd,
      env: setup.env,
      tempDir: tmpdir(),
      defaultTimeoutSeconds: setup.config.operations.timeout,
    },
  });
  await set.load();
  if (watch) setup.onClose(watchDirectories(sources.dirs, () => set.load()));
}

/** Returns where definitions come from: directories of the command line and the usual ones. */
export function definitionSources({
  config,
  sources,
  cwd,
}: Pick<Setup, 'config' | 'sources' | 'cwd'>): DefinitionSources {
  const { enable, guidance, strict } = config.definitions;
  return {
    dirs: definitionDirs(config, sources).map((dir) => resolve(cwd, dir)),
    ...(enable.length && { shipped: { dir: shippedDirectory(), enable } }),
    ...(guidance !== undefined && { guidance: resolve(cwd, guidance) }),
    strict,
  };
}

/** Returns the directory of the shipped definitions, wherever this file was built to. */
export function shippedDirectory(): string {
  return shipped('definitions', 'git.json');
}

// One policy for every tool of the server, whichever packs are on.
async function pathPolicyOf(setup: Setup): Promise<PathPolicy> {
  const [{ PathPolicy }, { bindPolicy }] = await Promise.all([
    import('../../policy/path-policy.js'),
    import('./bind-policy.js'),
  ]);
  const services = await setup.services();
  await bindPolicy(services, setup);
  return services.get(PathPolicy);
}

// Definitions name programs that need a home and a network, so they are sandboxed only if the operator insists.
async function requiredSandbox(paths: PathPolicy, tool: string): Promise<SandboxPlan | undefined> {
  if (paths.rules.sandbox.mode !== 'required') return undefined;
  const { CommandPolicy } = await import('../../policy/command-policy.js');
  const plan = new CommandPolicy(paths).sandboxFor(tool);
  if (!plan) throw new ToolExecutionError(await noSandbox(), tool);
  return plan;
}

async function noSandbox(): Promise<string> {
  const [{ searchSandbox }, { SYSTEM_PATH }] = await Promise.all([
    import('../../process/bubblewrap.js'),
    import('../../policy/program-lookup.js'),
  ]);
  const found = searchSandbox(SYSTEM_PATH);
  const why = found.bwrap === undefined ? ` (${found.problem})` : '';
  return `Commands need the bubblewrap sandbox, which does not work here${why}. Install bubblewrap, or let the operator set sandbox: auto`;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
