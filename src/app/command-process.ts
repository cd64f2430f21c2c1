const COMMAND = Symbol.for('toolwright:command');
const global = globalThis as { [COMMAND]?: true };

/** Marks this process as the `toolwright` command, which opens the app it loads itself. */
export function markCommandProcess(): void {
  global[COMMAND] = true;
}

/** Returns whether this process is the `toolwright` command, of this copy of the package or another. */
export function isCommandProcess(): boolean {
  return global[COMMAND] === true;
}
