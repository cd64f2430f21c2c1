import { entryFieldFlags, entryFlag, flagName, inEntry, type Flag } from './call-flag';

/** A flag that a name stands for, and whether the name turns it off. */
export interface FoundFlag {
  readonly flag: Flag;
  readonly off: boolean;
}

/** Returns the flag with this name, as it is written in a shell; a list may also be named in the singular. */
export function findFlag(name: string, flags: readonly Flag[]): FoundFlag | undefined {
  const wanted = flagName(name);
  const exact =
    flags.find((flag) => flag.path.join('.') === name) ?? flags.find((flag) => flag.name === wanted);
  if (exact) return { flag: exact, off: false };
  const plurals = pluralsOf(wanted);
  const lists = flags.filter((flag) => flag.kind === 'list' && plurals.includes(flag.name));
  if (lists.length === 1) return { flag: lists[0]!, off: false };
  const entry = findEntry(name, flags);
  if (entry) return { flag: entry, off: false };
  if (!/^no[-_]/.test(name)) return undefined;
  const on = name.slice(3);
  const off =
    flags.find((flag) => flag.path.join('.') === on) ??
    flags.find((flag) => flag.name === flagName(on)) ??
    findEntry(on, flags);
  return off && (off.kind !== 'value' || off.nullable) ? { flag: off, off: true } : undefined;
}

// A key may have dots and dashes of its own.
function findEntry(name: string, flags: readonly Flag[]): Flag | undefined {
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const wanted = flagName(name.slice(0, dot));
    const map = flags.find((flag) => flag.entries && flag.name === wanted);
    if (map && dot + 1 < name.length) return flagInMap(map, name.slice(dot + 1));
  }
  return undefined;
}

function flagInMap(map: Flag, words: string): Flag {
  const fields = entryFieldFlags(map);
  for (let dot = words.indexOf('.'); dot > 0; dot = words.indexOf('.', dot + 1)) {
    const field = findFlag(words.slice(dot + 1), fields);
    if (field && !field.off) return inEntry(map, words.slice(0, dot), field.flag);
  }
  return entryFlag(map, words);
}

function pluralsOf(name: string): string[] {
  return [`${name}s`, `${name}es`, ...(name.endsWith('y') ? [`${name.slice(0, -1)}ies`] : [])];
}
