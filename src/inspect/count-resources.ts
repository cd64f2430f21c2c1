import { howMany } from '../base/how-many';
import { matchesTemplate } from '../base/template-match';
import type { PeerResource } from '../client/peer-lists';

/** Says how many resources a server has, and how many items those with a template list now: these are data, and come and go. */
export function resourceCount(resources: readonly PeerResource[]): string {
  const isTemplate = ({ uri }: PeerResource): boolean => uri.includes('{');
  const templates = resources.filter(isTemplate);
  const isItem = (each: PeerResource): boolean =>
    !isTemplate(each) && templates.some((template) => matchesTemplate(each.uri, template.uri));
  const items = resources.filter(isItem).length;
  const listed = items ? `, with ${howMany(items, 'item')}` : '';
  return howMany(resources.length - items, 'resource') + listed;
}
