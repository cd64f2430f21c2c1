import type { ContainerInstance } from 'typedi';
import type { Awaitable } from '../base/awaitable';
import { AuthorProblems } from '../author-problems';
import { AuthorError } from '../errors';
import { lazyRequire } from '../base/lazy-require';
import type { AnyClass, InjectToken } from '../metadata';
import { injectionOf } from './constructor-injection';

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
    const problems = new AuthorProblems();
    this.offer(cls, [], problems);
    problems.throwAny();
    return this.container.get<T>(cls);
  }

  // typedi creates only registered classes: registers a class and, recursively, what its constructor requires. What is
  // missing is collected, and leaves the class unregistered.
  private offer(cls: AnyClass, above: readonly AnyClass[], problems: AuthorProblems): void {
    if (this.has(cls)) return;
    if (above.includes(cls)) {
      const circle = [...above, cls].map((link) => link.name).join(' → ');
      return problems.add(new AuthorError(cls.name, `depends on itself (${circle}).`, 'Break the cycle.'));
    }
    const injection = problems.attempt(() => injectionOf(cls));
    if (!injection) return;
    const known = problems.list.length;
    const inside = [...above, cls];
    if (injection.stated) this.offerStated(cls, injection.tokens as readonly InjectToken[], inside, problems);
    else this.offerRecorded(cls, injection.tokens, inside, problems);
    if (problems.list.length > known || injection.stated) return;
    this.container.set({ id: cls, type: cls });
  }

  private has(token: InjectToken): boolean {
    const { Container } = lazyRequire('typedi') as typeof import('typedi');
    return this.container.has(token as string) || Container.has(token as string);
  }

  private offerRecorded(
    cls: AnyClass,
    tokens: readonly unknown[],
    above: readonly AnyClass[],
    problems: AuthorProblems,
  ): void {
    for (const [index, parameter] of tokens.entries()) {
      if (typeof parameter === 'function' && !NO_SERVICES.has(parameter))
        this.offer(parameter as AnyClass, above, problems);
      else if (!this.hasHandler(cls, index)) problems.add(unusable(cls, index, parameter));
    }
  }

  private offerStated(
    cls: AnyClass,
    tokens: readonly InjectToken[],
    above: readonly AnyClass[],
    problems: AuthorProblems,
  ): void {
    const known = problems.list.length;
    for (const [index, token] of tokens.entries()) {
      if (isClass(token)) this.offer(token, above, problems);
      else if (!this.has(token)) problems.add(unset(cls, index, token));
    }
    if (problems.list.length > known) return;
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

// What the compiler records for types that are no classes, and `Function` for a class that is imported as a type alone.
const NO_SERVICES: ReadonlySet<unknown> = new Set([
  ...[Object, Function, String, Number, Boolean, Symbol, BigInt, Array, Promise],
]);

function unusable(cls: AnyClass, index: number, recorded: unknown): AuthorError {
  const parameter = `has a constructor parameter (number ${index + 1})`;
  return recorded === Function
    ? new AuthorError(
        cls.name,
        `${parameter} whose class is not there when it runs: it is imported with \`import type\`, or is a function’s type.`,
        'Import the class as a value (`import { Store }`, not `import type { Store }`), state `inject`, or use typedi’s @Inject with a token.',
      )
    : new AuthorError(
        cls.name,
        `${parameter} whose type is not a class.`,
        'Use a class imported as a value (not with `import type`), state `inject`, or use typedi’s @Inject with a token.',
      );
}

function unset(cls: AnyClass, index: number, token: InjectToken): AuthorError {
  const name =
    typeof token === 'string' ? `'${token}'` : `the token '${(token as { name?: string }).name ?? ''}'`;
  return new AuthorError(
    cls.name,
    `takes ${name} (inject[${index}]), which is not in the container.`,
    'Set it in `services` of the app or in the container.',
  );
}

let made = 0;
