import { ConfigError, type LoadedConfig, type PackName } from '../config';
import type { AnyClass } from '../metadata';
import type { PromptSource } from '../registries/prompt-registry';
import type { ResourceSource } from '../registries/resource-shapes';
import type { ToolSource } from '../registries/tool-source';
import type { App } from './app';
import { manifest } from './wiring/take-built-in-manifest';
import type { ImpliedPack, Pack, Setup } from './pack';
import { PACK_LOADERS } from './packs';

/** The packs of an open app: what they offer, and which services their classes need. */
export class OpenPacks {
  readonly list: Pack[] = [];
  private readonly owners = new WeakMap<AnyClass, Pack>();
  private readonly bound = new Map<Pack, Promise<void>>();

  has(name: PackName | ImpliedPack): boolean {
    return this.list.some((pack) => pack.name === name);
  }

  /** Imports packs; those already imported are skipped. */
  async load(names: readonly (PackName | ImpliedPack)[]): Promise<Pack[]> {
    const missing = [...new Set(names)].filter((name) => !this.has(name));
    const packs = await Promise.all(missing.map((name) => PACK_LOADERS[name]()));
    this.list.push(...packs);
    return packs;
  }

  /** Binds the services that a class of a pack needs; undefined for a class from no pack. */
  bindFor(cls: AnyClass, setup: Setup): Promise<void> | undefined {
    const pack = this.owners.get(cls);
    return pack && this.bind(pack, setup);
  }

  /** Binds the services of one pack, once. */
  async bindNamed(name: PackName, setup: Setup): Promise<void> {
    const pack = this.list.find((each) => each.name === name);
    if (pack) await this.bind(pack, setup);
  }

  async tools(pack: Pack, setup: Setup): Promise<ToolSource> {
    const offered = pack.offers?.(setup) ?? Object.keys(pack.tools);
    return Promise.all(
      offered.map(async (name): Promise<ToolSource> => {
        const entry = manifest.tools.find((tool) => tool.name === name);
        const load = this.owned(pack, pack.tools[name]!);
        return entry ? { entry, load, pack: pack.name } : load();
      }),
    );
  }

  prompts(pack: Pack, setup: Setup): PromptSource {
    const prompts = pack.prompts ?? {};
    const offered = pack.offersPrompts?.(setup) ?? Object.keys(prompts);
    return offered.map((name) => ({ name, load: this.owned(pack, prompts[name]!) }));
  }

  resources(pack: Pack): ResourceSource {
    return Object.values(pack.resources ?? {}).map((load) => ({ load: this.owned(pack, load) }));
  }

  private owned<C extends AnyClass>(pack: Pack, load: () => Promise<C>): () => Promise<C> {
    return async () => {
      const cls = await load();
      this.owners.set(cls, pack);
      return cls;
    };
  }

  private bind(pack: Pack, setup: Setup): Promise<void> {
    let bound = this.bound.get(pack);
    if (!bound) {
      bound = (async () => pack.bind?.(setup.registry.instances.container, setup))();
      this.bound.set(pack, bound);
      bound.catch(() => this.bound.delete(pack));
    }
    return bound;
  }
}

/** Returns the packs that an app serves: those its author turned on, minus those the operator turned off. */
export function chosenPacks(app: App, { config, sources }: LoadedConfig): readonly PackName[] {
  const offered = new Set(app.options.packs ?? []);
  const strangers = config.packs.filter((name) => !offered.has(name));
  if (!strangers.length) return config.packs;
  throw new ConfigError(
    strangers.map((name) => ({
      origin: sources.where(`packs[${config.packs.indexOf(name)}]`),
      path: 'packs',
      message: `names ${name}, which ${app.name} does not offer`,
      cure: offered.size ? `Choose from ${[...offered].join(', ')}.` : 'Remove it.',
    })),
  );
}
