import { howMany } from '../base/how-many';
import type { PeerResource } from '../client/peer-lists';
import { isOfTemplate } from '../contract/promised-resources';

/** Says how many resources a server has, and how many items those with a template list now: these are data, and come and go. */
export function resourceCount(resources: readonly PeerResource[]): string {
  const isTemplate = ({ uri }: PeerResource): boolean => uri.includes('{');
  const templates = resources.filter(isTemplate).map(({ uri, name = '' }) => ({ uriTemplate: uri, name }));
  const items = resources.filter((each) => !isTemplate(each) && isOfTemplate(each.uri, templates)).length;
  const listed = items ? `, with ${howMany(items, 'item')}` : '';
  return howMany(resources.length - items, 'resource') + listed;
}
