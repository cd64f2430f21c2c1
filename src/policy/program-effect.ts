import { COMMAND_RULES } from './program-rules';

/** What a known program does to the paths it is given: only reads them, or writes them and all that is below. */
export type ProgramEffect = 'reads' | 'writes';

/** Returns whether a program is known to open what is inside a directory it is given, links included. */
export function opensInside(name: string): boolean {
  const rule = Object.hasOwn(COMMAND_RULES, name) ? COMMAND_RULES[name]! : undefined;
  // An argument that a command line gets for this is not in the words of a definition.
  return rule?.opensInside !== undefined || rule?.adds?.includes('--no-dereference') === true;
}

/** Returns what is known about a program by its name; undefined for all others, which may read and write. */
export function programEffect(name: string): ProgramEffect | undefined {
  const rule = Object.hasOwn(COMMAND_RULES, name) ? COMMAND_RULES[name]! : undefined;
  if (rule?.harmless) return 'reads';
  return rule?.operands === 'write' && rule.walks !== false ? 'writes' : undefined;
}
