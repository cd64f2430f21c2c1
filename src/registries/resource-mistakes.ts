import type { ResourceClass } from '../decorators';
import { AuthorError } from '../errors';
import { resourceNoteOf, type ResourceNote } from '../metadata';
import { refuseWrongOptions } from '../schema/refuse-wrong-options';
import { RESOURCE_OPTIONS } from './resource-options';
import { UriTemplate } from './uri-template';

/** Returns the note of a resource class; throws an error that says what is missing. */
export function noteOfResource(cls: ResourceClass): ResourceNote {
  const note = resourceNoteOf(cls);
  if (!note)
    throw new AuthorError(cls.name || 'an unnamed class', 'is not a resource.', 'Put @Resource on it.');
  refuseWrongOptions(cls.name, note, RESOURCE_OPTIONS, { defined: 'all' });
  if ((note.uri as unknown) === undefined)
    throw new AuthorError(cls.name, 'has no URI.', 'State `uri` in @Resource, such as `note://{name}`.');
  return note;
}

/** Refuses a resource class that can't be read, or whose URI another one has. */
export function refuseWrongResource(cls: ResourceClass, owners: Map<string, string>): void {
  const { uri } = noteOfResource(cls);
  refuseWrongUri(uri, cls.name);
  new UriTemplate(uri, cls.name);
  const owner = owners.get(uri);
  if (owner !== undefined)
    throw new AuthorError(cls.name, `has the URI ${uri}, which ${owner} already has.`, 'Change one of them.');
  owners.set(uri, cls.name);
  if (typeof (cls.prototype as { read?: unknown }).read !== 'function')
    throw new AuthorError(cls.name, 'has no method `read`.', 'Add `read(variables, context)`.');
}

function refuseWrongUri(uri: string, place: string): void {
  if (!/^[a-z][a-z\d+.-]*:/i.test(uri))
    throw new AuthorError(
      place,
      `has the URI '${uri}', which has no scheme.`,
      'Begin it with one, such as `note://{name}`.',
    );
  if (/\s/.test(uri))
    throw new AuthorError(place, `has the URI '${uri}', which has a space in it.`, 'Write it as %20.');
}
