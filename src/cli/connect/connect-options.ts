/** The options of `connect` that take no value. */
export const CONNECT_SWITCHES = ['--write', '--undo', '--project', '--json', '--leave-out'] as const;

/** The options of `connect` that take one. */
export const CONNECT_VALUES = ['--name', '--url', '--header'] as const;

/** All options of `connect` that are not for `serve`. */
export const CONNECT_OPTIONS: readonly string[] = [...CONNECT_SWITCHES, ...CONNECT_VALUES];
