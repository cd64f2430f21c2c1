const COMMAND = Symbol.for('toolwright:command');
const SERVED = Symbol.for('toolwright:served');
const global = globalThis as { [COMMAND]?: true; [SERVED]?: Transport };

/** What a module serves its app on. */
export type Transport = 'stdio' | 'http';

/** Marks this process as the `toolwright` command, which opens the app it loads itself. */
export function markCommandProcess(): void {
  global[COMMAND] = true;
}

/** Returns whether this process is the `toolwright` command, of this copy of the package or another. */
export function isCommandProcess(): boolean {
  return global[COMMAND] === true;
}

/** Notes that a module which the command loaded would serve its app itself. */
export function noteServed(transport: Transport): void {
  global[SERVED] = transport;
}

/** Returns what the module that the command loaded would serve its app on; undefined if it leaves that to others. */
export function servedByModule(): Transport | undefined {
  return global[SERVED];
}
