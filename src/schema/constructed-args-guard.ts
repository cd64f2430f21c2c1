import { argNotesOf, type ArgsClass } from '../metadata';
import { refuseUndeclared } from './guarded-args';
import { anyValidatorOf } from './validate';

/** Guards the instances that an author's own code makes with `new`, as arguments of a call are guarded. */
class NewGuard implements ProxyHandler<object> {
  private fields: ReadonlySet<string> | undefined;

  constructor(private readonly cls: ArgsClass) {}

  // A field without an initial value is no key until it is set.
  defineProperty(target: object, key: string | symbol, property: PropertyDescriptor): boolean {
    const { value } = property as { value?: unknown };
    const absent = 'value' in property && value === undefined && !Object.hasOwn(target, key);
    return (absent && this.keys.has(key as string)) || Reflect.defineProperty(target, key, property);
  }

  set(target: object, key: string | symbol, value: unknown, instance: object): boolean {
    const validator = anyValidatorOf(this.cls);
    if (validator) return validator.guard.set(target, key, value, instance);
    if (typeof key === 'string' && !this.keys.has(key)) refuseUndeclared(this.cls, target, key, this.keys);
    return Reflect.set(target, key, value);
  }

  deleteProperty(target: object, key: string | symbol): boolean {
    const validator = anyValidatorOf(this.cls);
    return validator ? validator.guard.deleteProperty(target, key) : Reflect.deleteProperty(target, key);
  }

  private get keys(): ReadonlySet<string> {
    return (this.fields ??= new Set(argNotesOf(this.cls).map(({ key }) => key)));
  }
}

const guards = new WeakMap<ArgsClass, NewGuard>();

/** The guard of an args class, made once. */
export function newGuardOf(cls: ArgsClass): ProxyHandler<object> {
  let guard = guards.get(cls);
  if (!guard) guards.set(cls, (guard = new NewGuard(cls)));
  return guard;
}
