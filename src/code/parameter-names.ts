/** Completes shortened argument names: the exact name wins, else the first parameter that begins with it. */
export function completeNames(
  args: Readonly<Record<string, unknown>>,
  parameters: readonly string[],
): Record<string, unknown> {
  const complete: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const full = parameters.includes(name)
      ? name
      : parameters.find(
          (each) => each.startsWith(name) && !Object.hasOwn(args, each) && !Object.hasOwn(complete, each),
        );
    define(complete, full ?? name, value);
  }
  return complete;
}

// `__proto__` must stay a key that validation can refuse.
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
