/** An error for the log: its class, its message and its stack, which of themselves name a subclass only `Error`. */
export function exceptionText(error: Error): string {
  const text = error.stack ?? String(error);
  const className = (error.constructor as { name?: unknown } | undefined)?.name;
  const hidesClass = error.name === 'Error' && typeof className === 'string' && className !== '';
  return hidesClass ? text.replace(/^Error\b/, className) : text;
}
