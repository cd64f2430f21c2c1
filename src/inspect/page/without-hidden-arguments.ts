import { HIDDEN } from '../../base/hidden';

/** Returns arguments of the history without what stands hidden in them, so that nobody sends that by mistake. */
export function withoutHiddenArguments(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => {
      const open = openPart(value);
      return open === undefined ? [] : [[name, open]];
    }),
  );
}

function openPart(value: unknown): unknown {
  if (typeof value === 'string') return value.includes(HIDDEN) ? undefined : value;
  if (Array.isArray(value)) return value.map(openPart).filter((each) => each !== undefined);
  return typeof value === 'object' && value !== null
    ? withoutHiddenArguments(value as Readonly<Record<string, unknown>>)
    : value;
}
