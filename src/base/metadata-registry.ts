// reflect-metadata takes what keeps the metadata, for all its copies in a process, from a registry under this name on `Reflect`.
const REGISTRY = Symbol.for('@reflect-metadata:registry');
const TYPE = 'design:type';

type Key = string | symbol | undefined;

/** What keeps metadata, with the methods that reflect-metadata calls. */
export interface MetadataProvider {
  isProviderFor(target: object, key: Key): boolean;
  OrdinaryDefineOwnMetadata(name: unknown, value: unknown, target: object, key: Key): void;
  OrdinaryHasOwnMetadata(name: unknown, target: object, key: Key): boolean;
  OrdinaryGetOwnMetadata(name: unknown, target: object, key: Key): unknown;
  OrdinaryOwnMetadataKeys(target: object, key: Key): unknown[];
  OrdinaryDeleteMetadata(name: unknown, target: object, key: Key): boolean;
}

// The metadata of one object. Most fields have a type and nothing else, which is one entry instead of a map for each.
class Kept {
  private readonly types = new Map<Key, unknown>();
  private more: Map<Key, Map<unknown, unknown>> | undefined;

  set(name: unknown, value: unknown, key: Key): void {
    const known = this.more?.get(key);
    if (known) known.set(name, value);
    else if (name === TYPE) this.types.set(key, value);
    else this.spread(key).set(name, value);
  }

  get(name: unknown, key: Key): unknown {
    return name === TYPE && this.types.has(key) ? this.types.get(key) : this.more?.get(key)?.get(name);
  }

  names(key: Key): unknown[] {
    return this.types.has(key) ? [TYPE] : [...(this.more?.get(key)?.keys() ?? [])];
  }

  delete(name: unknown, key: Key): boolean {
    return name === TYPE && this.types.has(key)
      ? this.types.delete(key)
      : (this.more?.get(key)?.delete(name) ?? false);
  }

  private spread(key: Key): Map<unknown, unknown> {
    const names = new Map<unknown, unknown>();
    if (this.types.has(key)) names.set(TYPE, this.types.get(key));
    this.types.delete(key);
    (this.more ??= new Map<Key, Map<unknown, unknown>>()).set(key, names);
    return names;
  }
}

function lightProvider(): MetadataProvider {
  const kept = new WeakMap<object, Kept>();
  // The decorators of a class run one after another, so its metadata are looked up once.
  let last: object | undefined;
  let ofLast: Kept | undefined;
  const names = (target: object, key: Key): unknown[] => kept.get(target)?.names(key) ?? [];
  return {
    OrdinaryDefineOwnMetadata(name, value, target, key) {
      if (last !== target) {
        ofLast = kept.get(target);
        if (!ofLast) kept.set(target, (ofLast = new Kept()));
        last = target;
      }
      ofLast!.set(name, value, key);
    },
    OrdinaryGetOwnMetadata: (name, target, key) => kept.get(target)?.get(name, key),
    OrdinaryHasOwnMetadata: (name, target, key) => names(target, key).includes(name),
    OrdinaryOwnMetadataKeys: names,
    OrdinaryDeleteMetadata: (name, target, key) => kept.get(target)?.delete(name, key) ?? false,
    isProviderFor: (target, key) => names(target, key).length > 0,
  };
}

/**
 * Gives reflect-metadata a place for the types of fields that takes less room and time than its own, where
 * no copy of it was loaded before. Its functions and what they answer stay as they are.
 */
export function keepMetadataLightly(reflect: object): void {
  if (REGISTRY in reflect || 'defineMetadata' in reflect) return;
  const light = lightProvider();
  const others: MetadataProvider[] = [];
  const ownerOf = (target: object, key: Key): MetadataProvider | undefined =>
    [light, ...others].find((each) => each.isProviderFor(target, key));
  const registry = {
    registerProvider(provider: MetadataProvider): void {
      if (!others.includes(provider)) others.push(provider);
    },
    // The first other is of the copy that is loaded next, and keeps nothing.
    getProvider: (target: object, key: Key): MetadataProvider =>
      others.length > 1 ? (ownerOf(target, key) ?? light) : light,
    setProvider(target: object, key: Key, provider: MetadataProvider): boolean {
      if (!others.includes(provider)) throw new Error('Metadata provider not registered.');
      return (ownerOf(target, key) ?? provider) === provider;
    },
  };
  Object.defineProperty(reflect, REGISTRY, { value: registry });
}

keepMetadataLightly(Reflect);
