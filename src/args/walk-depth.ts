/** How deep tools walk if the caller does not choose. */
export const DEFAULT_DEPTH = 32;
