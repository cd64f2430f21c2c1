import type { PeerResource } from '../client/peer-lists';

/** Returns each resource with what tells it from the others: its description, or its title or name where several share that. */
export function resourceRows(resources: readonly PeerResource[]): [string, string][] {
  const counts = new Map<string | undefined, number>();
  for (const { description } of resources) counts.set(description, (counts.get(description) ?? 0) + 1);
  return resources.map(({ uri, title, name, description }) => {
    const own = title ?? name;
    const isShared = counts.get(description)! > 1 && !uri.includes('{');
    return [uri, (isShared ? (own ?? description) : (description ?? own)) ?? ''];
  });
}
