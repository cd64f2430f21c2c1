import type { ArgNote, ArgsClass } from '../metadata';
import { BASE } from './construct-args';

// A class whose body only names fields: no initial value, no constructor, no accessor, nothing static.
const ONLY_NAMES = /^class(?:\s+[\w$]+)?(?:\s+extends\s+[\w$.]+)?\s*\{(?:\s*[\w$]+\s*;)*\s*\}$/;

/**
 * Tells from the source of a class and its parents that a new instance holds no value in these fields. That takes a tenth of
 * the time of making one. False means that only an instance can tell.
 */
export function hasBareFields(cls: ArgsClass, notes: readonly ArgNote[]): boolean {
  // What another decorator put there, such as a getter, speaks for the field.
  return onlyNamesFields(cls) && !notes.some(({ key }) => key in (cls.prototype as object));
}

function onlyNamesFields(cls: object | null): boolean {
  if (!cls || cls === Function.prototype || Object.hasOwn(cls, BASE)) return true;
  return (
    ONLY_NAMES.test(Function.prototype.toString.call(cls)) && onlyNamesFields(Reflect.getPrototypeOf(cls))
  );
}
