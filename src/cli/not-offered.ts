import { relative } from 'node:path';
import { nearestNames } from '../base/names';
import type { Peer } from '../client/peer';
import { AppPeer } from './app-peer';
import { AppUsageError } from './command';

// The command that lists them.
const LISTED_BY = { tool: 'tools', prompt: 'prompt', resource: 'read' } as const;

type Kind = keyof typeof LISTED_BY;

/** Returns the error for a name that a server doesn't offer, with the class that has it, the nearest names or how to list them. */
export async function notOffered(
  kind: Kind,
  name: string,
  names: readonly string[],
  peer: Peer,
): Promise<AppUsageError> {
  const app = peer instanceof AppPeer ? peer : undefined;
  const forgotten = app && !app.isShipped ? await unregistered(kind, name, app) : undefined;
  const cure = forgotten ?? nearest(kind, name, names);
  return new AppUsageError(`there is no ${kind} '${name}'; ${cure}${app ? aboutApp(kind, app) : ''}`);
}

function nearest(kind: Kind, name: string, names: readonly string[]): string {
  const found = nearestNames(name, names);
  return found.length ? `did you mean ${found.join(' or ')}?` : `'toolwright ${LISTED_BY[kind]}' lists them`;
}

// A class that is written and not added to the app, or not built yet.
async function unregistered(kind: Kind, name: string, { open }: AppPeer): Promise<string | undefined> {
  const { cwd } = open.setup;
  const { sourcesIn } = await import('./doctor/look-at-sources.js');
  const { unregisteredClasses } = await import('./lint/unregistered-classes.js');
  const { sources } = await sourcesIn(cwd);
  const missing = sources ? await unregisteredClasses(sources, open) : [];
  const found = missing.find((each) => each.kind === kind && each.name === name);
  if (!found) return undefined;
  const place = `${relative(cwd, found.file)}:${found.line}`;
  return `${found.className} in ${place} is not in your app: add it to '${kind}s' there, and build`;
}

function aboutApp(kind: Kind, { mistakes, isShipped }: AppPeer): string {
  if (mistakes[`${kind}s`]) return '. A class with a mistake is not listed; correct it first';
  return isShipped ? '. This is the server that ships; name your own with --app FILE' : '';
}
