import { Exposure } from '../registries/exposure';
import type { Logger } from '../logger';
import { PromptRegistry, type PromptSource } from '../registries/prompt-registry';
import { ToolRegistry, type ToolSource } from '../registries/tool-registry';
import { ResourceRegistry } from '../registries/resource-registry';
import type { ResourceSource } from '../registries/resource-shapes';
import type { Config, LoadedConfig } from '../config';
import { startDefinitions } from './definitions';
import { manifest } from './manifest';
import type { Pack, Setup } from './pack';
import { PACK_LOADERS } from './packs';
import { policyGuard } from './policy-guard';
import { applyToolSettings, withConfiguredLimit } from './tool-settings';
import { applyPromptsConfig, readPromptsConfig } from './prompts-config';

/** The whole server as values, before it is put on a transport. */
export interface Composition {
  readonly config: Config;
  readonly registry: ToolRegistry;
  readonly prompts: PromptRegistry;
  readonly resources: ResourceRegistry;
  readonly packs: readonly Pack[];
  readonly setup: Setup;
  /** Undoes everything, latest first. */
  close(): Promise<void>;
}

/** What a composition is made from. */
export interface CompositionRequest {
  readonly loaded: LoadedConfig;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
}

type Undo = (() => void | Promise<void>)[];

/** Puts the server together from its configuration: packs, services, registries. */
export async function compose(request: CompositionRequest): Promise<Composition> {
  const undo: Undo = [];
  try {
    return await composeWith(request, undo);
  } catch (error) {
    await undoAll(undo);
    throw error;
  }
}

async function composeWith(request: CompositionRequest, undo: Undo): Promise<Composition> {
  const { config, sources } = request.loaded;
  const packs = await Promise.all(config.packs.flatMap((name) => PACK_LOADERS[name]?.() ?? []));
  const registry = new ToolRegistry([], {
    prefix: config.prefix,
    log: request.log,
    manifest,
    consent: config.consent,
    defaultTimeoutSeconds: config.timeout,
    guards: [policyGuard(() => setup)],
  });
  const onClose = (step: () => void | Promise<void>): void => void undo.push(step);
  const promptsConfig = await readPromptsConfig({ ...request, config, onClose });
  const setup: Setup = {
    config,
    sources,
    request: request.loaded.request,
    cwd: request.cwd,
    env: request.env,
    log: request.log,
    registry,
    services: boundOnce(packs, () => setup),
    exposure: new Exposure(registry, config.expose),
    promptsConfig,
    onClose,
  };
  for (const pack of packs) registry.register(await packTools(pack, setup));
  const prompts = new PromptRegistry(
    packs.map((pack) => packPrompts(pack, setup)),
    registry,
  );
  const resources = new ResourceRegistry(
    packs.map((pack) => packResources(pack, setup)),
    registry,
  );
  for (const pack of packs) await pack.start?.(setup);
  await startDefinitions(setup);
  applyToolSettings(setup);
  if (promptsConfig) await applyPromptsConfig(promptsConfig, setup, prompts);
  return { config, registry, prompts, resources, packs, setup, close: () => undoAll(undo) };
}

// Services are bound when the first class that asks for some is needed, never at start-up.
function boundOnce(packs: readonly Pack[], setupOf: () => Setup): Setup['services'] {
  let bound: ReturnType<Setup['services']> | undefined;
  const bind: Setup['services'] = async () => {
    const setup = setupOf();
    const { container } = setup.registry.instances;
    for (const pack of packs) await pack.bind?.(container, setup);
    return container;
  };
  return () => (bound ??= bind());
}

function withServices<C extends abstract new (...parameters: never[]) => object>(
  load: () => Promise<C>,
  setup: Setup,
): () => Promise<C> {
  return async () => {
    const cls = await load();
    await servicesFor(cls, setup);
    return cls;
  };
}

// A class without constructor parameters asks for none.
async function servicesFor(
  cls: abstract new (...parameters: never[]) => object,
  setup: Setup,
): Promise<void> {
  if (cls.length) await setup.services();
}

async function packTools(pack: Pack, setup: Setup): Promise<ToolSource> {
  const offered = pack.offers?.(setup) ?? Object.keys(pack.tools);
  return Promise.all(
    offered.map(async (name): Promise<ToolSource> => {
      const entry = manifest.tools.find((tool) => tool.name === name);
      const load = withServices(pack.tools[name]!, setup);
      return entry ? { entry: withConfiguredLimit(entry, setup.config), load, pack: pack.name } : load();
    }),
  );
}

function packPrompts(pack: Pack, setup: Setup): PromptSource {
  const prompts = pack.prompts ?? {};
  const offered = pack.offersPrompts?.(setup) ?? Object.keys(prompts);
  return offered.map((name) => ({ name, load: prompts[name]!, prepare: (cls) => servicesFor(cls, setup) }));
}

function packResources(pack: Pack, setup: Setup): ResourceSource {
  return Object.values(pack.resources ?? {}).map((load) => ({ load: withServices(load, setup) }));
}

async function undoAll(steps: Undo): Promise<void> {
  for (const step of steps.reverse()) await step();
}
