import { realpath } from 'node:fs/promises';
import type { Hints } from '../content/content-hints';
import type { StoreDraft } from '../store/store-draft';
import type { GuideStore } from '../store/guide-store';
import { ownerOf } from '../owner';
import type { Session } from '../tool-context';
import {
  nonProjectDirectory,
  projectOfDirectory,
  projectRef,
  type Project,
  type ProjectRef,
} from './project';
import { ensureEntry, projectRefs, readProject } from './project-entry';

/** Where to look for a project if the client names none. */
export interface ProjectsOptions {
  /** The server's working directory. */
  cwd: string;
  /** The user's home directory, which is never a project. */
  home?: string;
  /** What to tell an agent to call next. */
  hints?: Hints;
}

/** The result of looking up a name or key. */
export type FoundProject =
  { ref: ProjectRef } | { ambiguous: readonly ProjectRef[] } | { none: readonly ProjectRef[] };

/** Number of callers remembered; a forgotten one falls back to its default project. */
const MAX_BOUND = 1_000;

/** Finds the project of a session, and loads and changes its settings. */
export class Projects {
  private readonly bound = new Map<string, ProjectRef>();

  constructor(
    private readonly config: GuideStore,
    private readonly options: ProjectsOptions,
  ) {}

  /** What to tell an agent to call next. */
  get hints(): Hints {
    return this.options.hints ?? {};
  }

  /** Returns the session's project: the one chosen, or else the client's first root, or else the working directory. */
  async current(session: Session | undefined): Promise<ProjectRef | undefined> {
    const chosen = this.chosen(session) ?? (await this.handedOn(session));
    if (chosen) return chosen;
    const directory = await this.directory(session);
    return directory === undefined ? undefined : projectOfDirectory(directory);
  }

  /** Returns the project that a session chose, if it did. */
  chosen(session: Session | undefined): ProjectRef | undefined {
    return session && this.bound.get(ownerOf(session));
  }

  /** Returns the server's own project, for work without a session. */
  ofServer(): Promise<ProjectRef | undefined> {
    return this.current(undefined);
  }

  /** Loads a project with its categories, collections and flags. */
  async load(ref: ProjectRef): Promise<Project> {
    return readProject(await this.config.read(), ref);
  }

  /** Lists every project in the configuration. */
  async list(): Promise<ProjectRef[]> {
    return projectRefs(await this.config.read());
  }

  /** Looks up a name or key; among several of one name, the session's directory decides. */
  async find(nameOrKey: string, session: Session | undefined): Promise<FoundProject> {
    const known = await this.list();
    const byKey = known.find((ref) => ref.key === nameOrKey);
    if (byKey) return { ref: byKey };
    const named = known.filter((ref) => ref.name === nameOrKey);
    if (named.length === 1) return { ref: named[0]! };
    const here = await this.current(session);
    const own = named.find((ref) => ref.key === here?.key);
    if (own) return { ref: own };
    if (here && !named.length && here.name === nameOrKey) return { ref: here };
    return named.length ? { ambiguous: named } : { none: known };
  }

  /** Sets the session's project by name or key; with `create`, an unknown name makes one in the session's directory. */
  async bind(
    nameOrKey: string,
    session: Session | undefined,
    { create = false } = {},
  ): Promise<FoundProject> {
    const found = await this.find(nameOrKey, session);
    if ('ambiguous' in found || ('none' in found && !create)) return found;
    const ref = 'ref' in found ? found.ref : projectRef(nameOrKey, await this.directory(session));
    await this.config.change((draft) => ensureEntry(draft, ref));
    if (session) this.remember(ownerOf(session), ref);
    return { ref };
  }

  /** Removes a project's entry; sessions that chose it fall back to their default project. */
  async remove(ref: ProjectRef): Promise<void> {
    await this.config.change((draft) => draft.remove(['projects', ref.key]));
    for (const [id, bound] of this.bound) if (bound.key === ref.key) this.bound.delete(id);
  }

  /** Changes a project's entry, creating it if it is missing. */
  change<T>(ref: ProjectRef, edit: (draft: StoreDraft, project: Project) => T): Promise<T> {
    return this.config.change((draft) => {
      const data = { projects: { [ref.key]: draft.get(['projects', ref.key]) } };
      return edit(draft, readProject({ file: draft.file, data, lineOf: () => undefined }, ref));
    });
  }

  private async handedOn(session: Session | undefined): Promise<ProjectRef | undefined> {
    if (session?.project === undefined) return undefined;
    return (await this.list()).find(({ key }) => key === session.project);
  }

  private async directory(session: Session | undefined): Promise<string | undefined> {
    const roots = session?.roots ? await session.roots().catch(() => []) : [];
    for (const path of [...roots, this.options.cwd]) {
      const real = await realpath(path).catch(() => undefined);
      if (real !== undefined && !nonProjectDirectory(real, this.options.home)) return real;
    }
    return undefined;
  }

  private remember(caller: string, ref: ProjectRef): void {
    this.bound.delete(caller);
    this.bound.set(caller, ref);
    for (const oldest of this.bound.keys()) {
      if (this.bound.size <= MAX_BOUND) break;
      this.bound.delete(oldest);
    }
  }
}
