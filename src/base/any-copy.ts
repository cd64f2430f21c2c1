type Class = { readonly prototype: object };

/**
 * Has `instanceof` recognise what another copy of the package made: a command that is installed elsewhere than the app it opens, or a
 * module registry that a test runner emptied. Classes that extend one of these are told apart as usual.
 */
export function acrossCopies(classes: Readonly<Record<string, Class>>): void {
  for (const [name, cls] of Object.entries(classes)) {
    const mark = Symbol.for(`toolwright:class ${name}`);
    Object.defineProperty(cls.prototype, mark, { value: true });
    Object.defineProperty(cls, Symbol.hasInstance, {
      value(this: () => void, value: unknown): boolean {
        if ((this as unknown) !== cls) return Function.prototype[Symbol.hasInstance].call(this, value);
        return typeof value === 'object' && value !== null && mark in value;
      },
    });
  }
}
