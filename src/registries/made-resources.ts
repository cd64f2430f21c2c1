import { AuthorProblems } from '../author-problems';
import { isObject } from '../base/json-value';
import type { ResourceClass } from '../decorators';
import { resourceNoteOf, type ResourceNote } from '../metadata';
import type { Instances } from './class-instances';
import { refuseForeign } from './refuse-non-tool';
import { noteOfResource } from './resource-mistakes';
import type { LazyResource, ResourceInstance, ResourceSource } from './resource-shapes';
import { UriTemplate } from './uri-template';

/** A resource that can be served. */
export interface Held {
  /** The name of its class, for messages to its author. */
  readonly className: string;
  readonly note: ResourceNote;
  readonly template: UriTemplate;
  readonly instance: ResourceInstance;
}

/** Either what serves a resource, or why nothing does. */
export interface Made {
  readonly source: LazyResource;
  readonly held?: Held;
  readonly error?: unknown;
}

/** The resources of a registry, each made when it is first needed. */
export class MadeResources {
  readonly sources: LazyResource[] = [];
  private readonly held = new Map<LazyResource, Promise<Held>>();

  constructor(private readonly instances: Instances) {}

  add(source: ResourceSource): void {
    if (Array.isArray(source)) for (const inner of source as readonly ResourceSource[]) this.add(inner);
    else this.sources.push(lazyResource(source as ResourceClass | LazyResource));
  }

  /** Makes all of them; one that is wrong leaves the others. */
  all(): Promise<Made[]> {
    const make = (source: LazyResource): Promise<Made> =>
      this.one(source).then(
        (held) => ({ source, held }),
        (error: unknown) => ({ source, error }),
      );
    return Promise.all(this.sources.map(make));
  }

  /** Makes one of them; what failed is tried again the next time. */
  one(source: LazyResource): Promise<Held> {
    let held = this.held.get(source);
    if (!held) {
      this.held.set(source, (held = source.load().then((cls) => this.make(cls))));
      held.catch(() => this.held.delete(source));
    }
    return held;
  }

  private async make(cls: ResourceClass): Promise<Held> {
    const note = noteOfResource(cls);
    const instance = (await this.instances.get(cls)) as unknown as ResourceInstance;
    return { className: cls.name, note, template: new UriTemplate(note.uri, cls.name), instance };
  }
}

// What is no resource at all is reported with the others that could not be made.
function lazyResource(source: ResourceClass | LazyResource): LazyResource {
  if (isObject(source) && 'load' in source) return source as LazyResource;
  return {
    load: () =>
      new Promise((resolve) => {
        refuseForeign(source, 'resources');
        resolve(source as ResourceClass);
      }),
  };
}

/** Collects why resources could not be made. */
export async function problemsOf(made: readonly Made[]): Promise<AuthorProblems> {
  const problems = new AuthorProblems();
  for (const { source, held, error } of made) if (!held) problems.add(error, await nameOf(source));
  return problems;
}

/** Returns whether a resource that could not be made may be the one at a URI. */
export async function mayServe({ load }: LazyResource, uri: string): Promise<boolean> {
  const note = await load().then(resourceNoteOf, () => undefined);
  // Of a module that can't be loaded nobody knows what it would serve.
  if (!note) return true;
  try {
    return new UriTemplate(note.uri, note.name).match(uri) !== undefined;
  } catch {
    return false;
  }
}

function nameOf({ load }: LazyResource): Promise<string> {
  return load().then(
    ({ name }) => name,
    () => 'a resource',
  );
}
