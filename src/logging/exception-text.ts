/** Formats an error for the log: class, message and stack; the stack alone names a subclass only `Error`. */
export function exceptionText(error: Error): string {
  const text = error.stack ?? String(error);
  const className = (error.constructor as { name?: unknown } | undefined)?.name;
  const hidesClass = error.name === 'Error' && typeof className === 'string' && className !== '';
  return hidesClass ? text.replace(/^Error\b/, className) : text;
}
