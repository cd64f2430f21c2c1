import type { ArgsClass } from '../metadata';

/** Marks the base class of args classes, whose constructor calls `guardedNew`. */
export const BASE = Symbol.for('toolwright:arguments');

/** How `new` makes an instance while the framework itself constructs one. */
interface Construction {
  readonly cls?: ArgsClass;
  /** The guard of the instance; none for a plain instance. */
  readonly guard?: ProxyHandler<object>;
  target?: object;
}

let current: Construction | undefined;

/** What `new` returns for an args class: the instance behind a guard, unless the framework asked for a plain one. */
export function guardedNew<T extends object>(
  instance: T,
  cls: ArgsClass,
  guardOf: (cls: ArgsClass) => ProxyHandler<object>,
): T {
  if (!current) return new Proxy(instance, guardOf(cls)) as T;
  if (current.cls !== cls || !current.guard || current.target) return instance;
  current.target = instance;
  return new Proxy(instance, current.guard) as T;
}

/** Runs code in which `new` makes plain instances. */
export function plainly<T>(make: () => T): T {
  return during({}, make);
}

/** Makes a plain instance of a class. */
export function plainInstance(cls: ArgsClass): Record<string, unknown> {
  return plainly(() => new cls()) as Record<string, unknown>;
}

/** A guarded instance, and the object behind its guard. */
export interface Guarded {
  readonly guarded: object;
  readonly target: object;
}

/** Makes an instance that is guarded from the start: what its constructor and its private members see is the guarded one. */
export function instanceWith(cls: ArgsClass, guard: ProxyHandler<object>): Guarded {
  const construction: Construction = { cls, guard };
  const made = during(construction, () => new cls());
  if (construction.target) return { guarded: made, target: construction.target };
  return { guarded: new Proxy(made, guard), target: made };
}

function during<T>(construction: Construction, make: () => T): T {
  const outer = current;
  current = construction;
  try {
    return make();
  } finally {
    current = outer;
  }
}
