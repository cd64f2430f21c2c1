/** Completes shortened argument names: an exact name wins, or else the first parameter that starts with it. */
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

// `__proto__` must stay an own key, so that validation can reject it.
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
