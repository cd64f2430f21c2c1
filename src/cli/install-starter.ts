import { promises as fs } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeDirectory } from '../disk/make-directory';
import type { Category, Collection } from '../content/category';
import { shipped } from '../disk/shipped-files';
import { ContentLibrary } from '../content/document-library';
import { GuideStore } from '../store/guide-store';
import { ownDirectory } from '../projects/category-place';
import { nonProjectDirectory, projectOfDirectory } from '../projects/project';
import { ensureEntry } from '../projects/project-entry';
import { Projects } from '../projects/projects';
import { UsageError } from './command';
import { guideDirectory } from '../app/wiring/find-guide-directory';
import { homeOf } from '../disk/user-directories';
import type { Setup } from '../app/pack';

/** What was installed, and what was already there. */
export interface StarterReport {
  project: string;
  docroot: string;
  /** The document to fill in first. */
  overview: string;
  copied: number;
  kept: number;
  /** The categories and collections that were added. */
  categories: string[];
  collections: string[];
}

interface Starter {
  categories: Record<string, Category>;
  collections: Record<string, Collection>;
}

/** Copies the starter documents and adds their categories to a project; changes nothing that exists. */
export async function putStarter(
  setup: Pick<Setup, 'config' | 'cwd' | 'env'>,
  directory: string,
): Promise<StarterReport> {
  const ref = projectOfDirectory(await projectDirectory(directory, homeOf(setup.env)));
  const store = new GuideStore({ directory: guideDirectory(setup) });
  const { docroot } = setup.config.content;
  const home = homeOf(setup.env);
  const library = new ContentLibrary(store, {
    ...(docroot !== undefined && { docroot: resolve(setup.cwd, docroot) }),
    ...(home !== undefined && { home }),
  });
  const root = (await library.root()).path;
  const from = shipped('starter', 'starter.yaml');
  const { parse } = await import('yaml');
  const starter = parse(await fs.readFile(join(from, 'starter.yaml'), 'utf8')) as Starter;
  const place = (dir: string): string => dir.replace('{project}/', ownDirectory(ref));
  const report: StarterReport = {
    project: ref.key,
    docroot: root,
    overview: join(root, place(starter.categories['project']!.dir), 'overview.md'),
    copied: 0,
    kept: 0,
    categories: [],
    collections: [],
  };
  for (const [name, { dir }] of Object.entries(starter.categories)) {
    await copyNew(join(from, 'docs', name), join(root, place(dir)), report);
  }
  await new Projects(store, { cwd: directory }).change(ref, (draft, project) => {
    ensureEntry(draft, ref);
    const categories = Object.entries(starter.categories).filter(([name]) => !project.categories.has(name));
    const collections = Object.entries(starter.collections).filter(
      ([name]) => !project.collections.has(name),
    );
    for (const [name, category] of categories) {
      draft.set(['projects', ref.key, 'categories', name], { ...category, dir: place(category.dir) });
    }
    for (const [name, collection] of collections)
      draft.set(['projects', ref.key, 'collections', name], collection);
    report.categories = categories.map(([name]) => name);
    report.collections = collections.map(([name]) => name);
  });
  return report;
}

// What no session would ever find again is refused before anything is written.
async function projectDirectory(directory: string, home: string | undefined): Promise<string> {
  const real = await fs.realpath(directory).catch(() => {
    throw new UsageError(`there is no directory ${directory}; specify the project's with --project DIR`);
  });
  const notAProject = nonProjectDirectory(real, home);
  if (notAProject)
    throw new UsageError(
      `${notAProject} is not a project; go to the project's directory, or specify it with --project DIR`,
    );
  return real;
}

async function copyNew(from: string, to: string, report: StarterReport): Promise<void> {
  makeDirectory(to);
  for (const name of await fs.readdir(from)) {
    try {
      await fs.copyFile(join(from, name), join(to, name), fs.constants.COPYFILE_EXCL);
      report.copied++;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      report.kept++;
    }
  }
}
