import type { ContainerInstance } from 'typedi';
import type { Awaitable } from '../base/awaitable';
import { AuthorProblems } from '../author-problems';
import { AuthorError } from '../errors';
import { lazyRequire } from '../base/lazy-require';
import type { AnyClass, InjectToken } from '../metadata';
import { injectionOf, recordsTypes, type Injection } from './constructor-injection';
import { hasInject, typediService, wordNotFound } from './typedi-services';

/** Creates instances of tool, prompt and resource classes from our own typedi container or the author's. */
export class Instances {
  private own: ContainerInstance | undefined;
  // Classes whose parameters can all be injected.
  private readonly offered = new WeakSet<AnyClass>();
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
    try {
      return this.container.get<T>(cls);
    } catch (error) {
      throw wordNotFound(cls, error);
    }
  }

  // typedi creates only registered classes: registers a class and, recursively, what its constructor requires. What is
  // missing is collected, and leaves the class unregistered. A class that typedi's @Service() registered is left to typedi.
  private offer(token: InjectToken, above: readonly AnyClass[], problems: AuthorProblems): void {
    const service = typediService(this.container, token);
    const cls = service ? service.type : (token as AnyClass);
    if (!cls || this.offered.has(cls) || (service && !service.decorated && !recordsTypes(cls))) return;
    if (above.includes(cls)) {
      const circle = [...above, cls].map((link) => link.name).join(' → ');
      return problems.add(new AuthorError(cls.name, `depends on itself (${circle}).`, 'Break the cycle.'));
    }
    const injection = problems.attempt(() => injectionOf(cls, service?.decorated));
    if (!injection) return;
    const known = problems.list.length;
    const { tokens, stated } = injection;
    this.offerParameters(cls, injection, [...above, cls], problems);
    if (problems.list.length > known) return;
    this.offered.add(cls);
    const factory = (): object => new cls(...tokens.map((each) => this.container.get(each as string)));
    if (stated) this.container.set({ id: token as string, factory });
    else if (!service) this.container.set({ id: cls, type: cls });
  }

  private offerParameters(
    cls: AnyClass,
    { tokens, stated }: Injection,
    above: readonly AnyClass[],
    problems: AuthorProblems,
  ): void {
    for (const [index, token] of tokens.entries()) {
      const service = typeof token === 'function' && (stated || !NO_SERVICES.has(token));
      if (!stated && hasInject(cls, index)) {
        // @Inject says what it gets; only @Inject() without a token needs the class.
        if (service) this.offer(token, above, new AuthorProblems());
      } else if (service || (stated && typediService(this.container, token as string)))
        this.offer(token as InjectToken, above, problems);
      else problems.add(stated ? unset(cls, index, token as string) : unusable(cls, index, token));
    }
  }
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
        'Use a class imported as a value (not with `import type`), state `inject`, or use typedi’s @Inject with a token. If it is such a class, its module and this one import each other: move what they share into a third one.',
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
