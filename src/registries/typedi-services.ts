import { isError } from '../base/any-realm';
import type { ContainerInstance } from 'typedi';
import { AuthorError } from '../errors';
import { lazyRequire } from '../base/lazy-require';
import type { AnyClass, InjectToken } from '../metadata';

/** What typedi has registered under a token. */
export interface TypediService {
  /** The class that typedi will instantiate; absent if it has a value or a factory. */
  readonly type?: AnyClass;
  /** Whether the class or its token was registered by typedi's `@Service()`, and not in the container. */
  readonly decorated: boolean;
}

/** Returns what is registered under a token in a container, or globally by typedi's `@Service()`. */
export function typediService(container: ContainerInstance, token: InjectToken): TypediService | undefined {
  const own = entryOf(container, token);
  const { Container } = lazyRequire('typedi') as typeof import('typedi');
  const entry = own ?? entryOf(Container.of(undefined), token);
  if (!entry) return undefined;
  // typedi's mark for what has not been made yet, which it doesn't export.
  const pending = typeof entry.value === 'symbol' && entry.value.description === 'EMPTY_VALUE';
  const type = pending && !entry.factory ? entry.type : undefined;
  return { decorated: !own, ...(type && { type }) };
}

/** Whether typedi's `@Inject` says what a constructor parameter gets. */
export function hasInject(cls: AnyClass, index: number): boolean {
  const { Container } = lazyRequire('typedi') as typeof import('typedi');
  const { handlers } = Container as unknown as {
    handlers: readonly { object: unknown; index?: number }[];
  };
  return handlers.some(
    (handler) =>
      handler.index === index && (handler.object === cls || handler.object === Object.getPrototypeOf(cls)),
  );
}

/** Words what typedi didn't find as a mistake of the class that was to be made; returns any other error as it is. */
export function wordNotFound(cls: AnyClass, error: unknown): unknown {
  if (!isError(error) || error.name !== 'ServiceNotFoundError') return error;
  const { normalizedIdentifier: id = 'a service' } = error as { normalizedIdentifier?: string };
  const [, kind, name = id] = /^(Token|MaybeConstructable)<(.*)>$/.exec(id) ?? [];
  const missing = kind === 'Token' ? `the token '${name}'` : kind ? name : `'${name}'`;
  return new AuthorError(
    cls.name,
    `cannot be made: ${missing} is not in the container.`,
    'Set it in `services` of the app or in the container.',
  );
}

interface Entry {
  readonly id: unknown;
  readonly type?: AnyClass | null;
  readonly factory?: unknown;
  readonly value?: unknown;
}

function entryOf(container: ContainerInstance, token: InjectToken): Entry | undefined {
  return (container as unknown as { services: readonly Entry[] }).services.find(({ id }) => id === token);
}
