import type { ContainerInstance } from 'typedi';
import type { Awaitable } from '../base/awaitable';
import { AuthorError } from '../errors';
import { lazyRequire } from '../base/lazy-require';
import type { AnyClass, InjectToken } from '../metadata';
import { injectionOf } from './injection';

/** Creates instances of tool, prompt and resource classes from our own typedi container or the author's. */
export class Instances {
  private own: ContainerInstance | undefined;
  /** Binds what the constructor of a class requires; called before the class is instantiated. */
  prepare: ((cls: AnyClass) => Promise<void> | undefined) | undefined;

  constructor(private readonly given?: ContainerInstance) {}

  /** The container; the registry's own is created on first use, and the global one is never touched. */
  get container(): ContainerInstance {
    if (this.given) return this.given;
    if (!this.own) {
      const { ContainerInstance } = lazyRequire('typedi') as typeof import('typedi');
      this.own = new ContainerInstance(`toolwright-${++made}`);
    }
    return this.own;
  }

  /** Returns the instance of a class, once what its constructor requires is bound. */
  get<T extends object>(cls: AnyClass<T>): Awaitable<T> {
    const ready = cls.length ? this.prepare?.(cls) : undefined;
    return ready ? ready.then(() => this.of(cls)) : this.of(cls);
  }

  /** Returns the instance of a class, with its constructor's parameters injected. */
  private of<T extends object>(cls: AnyClass<T>): T {
    if (!this.given && !this.own && cls.length === 0) return new cls();
    this.offer(cls, []);
    return this.container.get<T>(cls);
  }

  // typedi creates only registered classes: registers a class and, recursively, what its constructor requires.
  private offer(cls: AnyClass, above: readonly AnyClass[]): void {
    const { Container } = lazyRequire('typedi') as typeof import('typedi');
    if (this.container.has(cls) || Container.has(cls)) return;
    if (above.includes(cls)) {
      const circle = [...above, cls].map((link) => link.name).join(' → ');
      throw new AuthorError(cls.name, `depends on itself (${circle}).`, 'Break the cycle.');
    }
    const { tokens, stated } = injectionOf(cls);
    const inside = [...above, cls];
    if (stated) return this.offerStated(cls, tokens as readonly InjectToken[], inside);
    for (const [index, parameter] of tokens.entries()) {
      if (
        typeof parameter !== 'function' ||
        parameter === Object ||
        parameter === String ||
        parameter === Number
      ) {
        if (this.hasHandler(cls, index)) continue;
        throw new AuthorError(
          cls.name,
          `has a constructor parameter (number ${index + 1}) whose type is not a class.`,
          'Use a class imported as a value, state `inject`, or use typedi’s @Inject with a token.',
        );
      }
      this.offer(parameter as AnyClass, inside);
    }
    this.container.set({ id: cls, type: cls });
  }

  private offerStated(cls: AnyClass, tokens: readonly InjectToken[], above: readonly AnyClass[]): void {
    for (const token of tokens) if (isClass(token)) this.offer(token, above);
    const factory = (): object => new cls(...tokens.map((token) => this.container.get(token as string)));
    this.container.set({ id: cls, factory });
  }

  private hasHandler(cls: AnyClass, index: number): boolean {
    const { Container } = lazyRequire('typedi') as typeof import('typedi');
    const handlers =
      (Container as unknown as { handlers?: { object: unknown; index?: number }[] }).handlers ?? [];
    return handlers.some((handler) => handler.object === cls && handler.index === index);
  }
}

// A token that is no class is a name or typedi's Token: somebody has to set it in the container.
function isClass(token: InjectToken): token is AnyClass {
  return typeof token === 'function';
}

let made = 0;
