const COMMAND = Symbol.for('toolwright:command');
const global = globalThis as { [COMMAND]?: true };

/** Says that the `toolwright` command runs here, which opens the app that it loads by itself. */
export function markCommandProcess(): void {
  global[COMMAND] = true;
}

/** Whether the `toolwright` command runs here, of this copy of the package or another. */
export function isCommandProcess(): boolean {
  return global[COMMAND] === true;
}
