import type { OfferedResource, OfferedTemplate, ServerOffer } from '../base/offer';
import { matchesTemplate } from '../base/template-match';

/** Returns the resources that a server promises by name: what a template stands for is data, and comes and goes. */
export function promisedResources({
  resources,
  templates,
  fixed = [],
}: Pick<ServerOffer, 'resources' | 'templates' | 'fixed'>): OfferedResource[] {
  return resources.filter(({ uri }) => fixed.includes(uri) || !isOfTemplate(uri, templates));
}

/** Returns whether one of the templates stands for a URI. */
export function isOfTemplate(uri: string, templates: readonly OfferedTemplate[]): boolean {
  return templates.some(({ uriTemplate }) => matchesTemplate(uri, uriTemplate));
}

/** Returns a resource or template without what tells about its content now: its size, and when it was changed. */
export function withoutState<T extends object>(entry: T): T {
  const { size: _size, annotations, ...rest } = entry as T & { size?: unknown; annotations?: object };
  const { lastModified: _lastModified, ...stated } = { lastModified: undefined, ...annotations };
  return { ...rest, ...(Object.keys(stated).length && { annotations: stated }) } as unknown as T;
}
