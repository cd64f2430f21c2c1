/** What can be made of a server, in the order of the help. */
export const PACK_KINDS = ['bundle', 'mcpb', 'registry', 'docker'] as const;

/** One way of packing a server. */
export type PackKind = (typeof PACK_KINDS)[number];
