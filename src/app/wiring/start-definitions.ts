import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { DefinitionSources } from '../../mtdf';
import { ToolExecutionError } from '../../errors';
import type { Logger } from '../../logger';
import type { PathPolicy } from '../../policy/path-policy';
import type { ProgramFacts } from '../../policy/sandbox-plan';
import type { SandboxPlan } from '../../process/bubblewrap';
import { configInForce } from './config-in-force';
import { enabledShipped, shippedDirectory } from './find-shipped-definitions';
import { definitionDirs, namedDefinitionDirs } from './find-definition-dirs';
import type { Setup } from '../pack';

/** Serves the definitions named in the configuration; costs almost nothing if there are none. */
export async function startDefinitions(setup: Setup): Promise<void> {
  const sources = definitionSources(setup);
  const { watch } = setup.config.definitions;
  if (!watch && !sources.shipped && !sources.dirs.some((dir) => existsSync(dir))) return;
  const { DefinitionSet } = await import('../../mtdf/definition-set.js');
  const { watchDefinitions } = await import('../../mtdf/definition-watch.js');
  const paths = once(() => pathPolicyOf(setup));
  const set = new DefinitionSet({
    sources: { ...sources, accepts: await judgeOfFound(setup) },
    registry: setup.registry,
    log: setup.log.named('definitions'),
    host: {
      paths,
      sandbox: definitionSandbox(paths, setup.log.named('definitions')),
      cwd: setup.cwd,
      env: setup.env,
      tempDir: tmpdir(),
      defaultTimeoutSeconds: setup.config.operations.timeout,
      ruledTimeout: (tool, definition) => {
        const { tools } = configInForce(setup).config;
        return (tools[tool] ?? tools[definition])?.timeout;
      },
    },
  });
  await set.load();
  const again = async (): Promise<void> => {
    await set.load();
    setup.trust.report(setup.log);
  };
  if (watch) setup.onClose(watchDefinitions(sources.dirs, again));
}

/** Returns where definitions come from: directories of the command line and the usual ones. */
export function definitionSources({
  config,
  sources,
  cwd,
}: Pick<Setup, 'config' | 'sources' | 'cwd'>): DefinitionSources {
  const { guidance, strict } = config.definitions;
  const enable = enabledShipped(config);
  return {
    dirs: definitionDirs(config, sources).map((dir) => resolve(cwd, dir)),
    ...(enable.length && { shipped: { dir: shippedDirectory(), enable } }),
    ...(guidance !== undefined && { guidance: resolve(cwd, guidance) }),
    strict,
  };
}

// What lies in a directory that somebody named may be used, and so may the guidance above it.
async function judgeOfFound(setup: Setup): Promise<NonNullable<DefinitionSources['accepts']>> {
  const { config, cwd, trust } = setup;
  const named = namedDefinitionDirs(setup).map((dir) => resolve(cwd, dir));
  const { guidance } = config.definitions;
  const isGuidanceNamed = guidance !== undefined && trust.isNamed('definitions.guidance', guidance);
  const accepts = await trust.judge();
  return (file, text, kind) => {
    if (kind === 'guidance' && isGuidanceNamed) return true;
    const directory = dirname(file);
    const inNamed = named.some(
      (dir) => dir === directory || (kind === 'guidance' && dirname(dir) === directory),
    );
    return inNamed || accepts(file, text, kind);
  };
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

// Loaded with the first program; the log says once how programs are protected.
function definitionSandbox(
  paths: () => Promise<PathPolicy>,
  log: Logger,
): (tool: string, facts: ProgramFacts) => Promise<SandboxPlan | undefined> {
  let told: string | undefined;
  return async (tool, facts) => {
    const { programSandbox, missingSandboxCure } = await import('../../policy/sandbox-plan.js');
    const policy = await paths();
    const choice = programSandbox(policy, tool, facts);
    if (!choice.plan && policy.rules.sandbox.mode === 'required')
      throw new ToolExecutionError(
        `Programs need the bubblewrap sandbox, which does not work here (${choice.why}); ${missingSandboxCure(choice.why)}`,
        tool,
      );
    const words = choice.plan
      ? 'Programs of definitions run in the bubblewrap sandbox: only the allowed paths are writable'
      : `Programs of definitions run without a sandbox (${choice.why}): their arguments are judged, but not what they open themselves`;
    if (words !== told) log.info((told = words));
    return choice.plan;
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
