// Standard decorators pass notes from a field to its class through `Symbol.metadata`, which Node does not define yet. As every
// polyfill does, it is defined once, before the first class is; compilers ask for it when a class is defined.
const known = Symbol as unknown as { metadata?: symbol };
if (known.metadata === undefined)
  Object.defineProperty(Symbol, 'metadata', { value: Symbol.for('Symbol.metadata'), configurable: true });

/** Returns the object that a class's standard decorators share, if it has one of its own. */
export function ownDecoratorMetadata(target: object): object | undefined {
  const key = known.metadata!;
  return Object.hasOwn(target, key) ? (target as Record<symbol, object | undefined>)[key] : undefined;
}
