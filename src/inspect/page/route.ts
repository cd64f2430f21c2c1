/** What the page shows, as its address says after the hash. */
export type Route =
  | { readonly kind: 'tool' | 'prompt' | 'resource'; readonly name: string }
  | { readonly kind: 'call'; readonly id: number }
  | { readonly kind: 'start' };

/** Writes the address of something on the page. */
export function addressOf(kind: 'tool' | 'prompt' | 'resource' | 'call', name: string | number): string {
  return `#${kind}/${encodeURIComponent(name)}`;
}

/** Reads the address of the page. */
export function currentRoute(): Route {
  const [, kind, rest = ''] = /^#(tool|prompt|resource|call)\/(.*)$/.exec(location.hash) ?? [];
  if (kind === 'call') return { kind, id: Number(rest) };
  if (kind === 'tool' || kind === 'prompt' || kind === 'resource') return { kind, name: decoded(rest) };
  return { kind: 'start' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
