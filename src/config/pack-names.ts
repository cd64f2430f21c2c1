/** The groups of built-in tools. */
export const PACKS = ['utility', 'files', 'system', 'guide', 'web', 'code', 'ai', 'operations'] as const;

/** A group of built-in tools. */
export type PackName = (typeof PACKS)[number];
