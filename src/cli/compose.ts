import type { Logger } from '../logger';
import { ToolRegistry, type ToolSource } from '../registry';
import type { Config, LoadedConfig, PackName } from './config';
import { manifest } from './manifest';
import type { Pack, Setup } from './pack';
import { PACK_LOADERS } from './packs';

/** The whole server as values, before it is put on a transport. */
export interface Composition {
  readonly config: Config;
  readonly registry: ToolRegistry;
  readonly packs: readonly Pack[];
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

/** Puts the server together from its configuration: packs, services, registry. */
export async function compose(request: CompositionRequest): Promise<Composition> {
  const { config, sources } = request.loaded;
  const packs = await Promise.all(packNames(config).map((name) => PACK_LOADERS[name]!()));
  const registry = new ToolRegistry([], {
    prefix: config.prefix,
    log: request.log,
    manifest,
    consent: config.consent,
    defaultTimeoutSeconds: config.timeout,
  });
  const undo: (() => void | Promise<void>)[] = [];
  const setup: Setup = {
    config,
    sources,
    cwd: request.cwd,
    env: request.env,
    log: request.log,
    registry,
    onClose: (step) => void undo.push(step),
  };
  for (const pack of packs) registry.register(await packTools(pack, setup));
  for (const pack of packs) pack.bind?.(registry.instances.container, setup);
  for (const pack of packs) await pack.start?.(setup);
  return { config, registry, packs, close: () => undoAll(undo) };
}

function packNames(config: Config): PackName[] {
  return config.packs.filter((name) => PACK_LOADERS[name]);
}

async function packTools(pack: Pack, setup: Setup): Promise<ToolSource> {
  const offered = pack.offers?.(setup) ?? Object.keys(pack.tools);
  return Promise.all(
    offered.map(async (name): Promise<ToolSource> => {
      const entry = manifest.tools.find((tool) => tool.name === name);
      const load = pack.tools[name]!;
      return entry ? { entry, load, pack: pack.name } : load();
    }),
  );
}

async function undoAll(steps: (() => void | Promise<void>)[]): Promise<void> {
  for (const step of steps.reverse()) await step();
}
