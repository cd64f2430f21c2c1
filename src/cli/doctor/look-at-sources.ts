import { relative } from 'node:path';
import type { OpenApp } from '../../app/open-loaded-app';
import { forgottenIn, FORGOTTEN_CURE } from '../../generate/forgotten-args';
import { readAppSources, type SourcesRead } from '../lint/app-sources';
import type { AppSources } from '../lint/place-findings';
import { registrationCure, unregisteredClasses } from '../lint/unregistered-classes';
import { note, problem, type Finding } from './finding';

/** Reads the sources of a project, and those of an app that is named. */
export function sourcesIn(cwd: string, app?: string): Promise<SourcesRead> {
  return readAppSources({ globs: undefined, app, cwd });
}

/** Looks at the sources of a project for what nothing shows once they are compiled. */
export function lookAtSources({ sources, skipped }: SourcesRead, cwd: string): Finding[] {
  if (skipped) return [note('sources', skipped.text, skipped.cure)];
  if (!sources) return [];
  return forgottenIn(sources.ts, sources.files).map(({ file, line, className, field }) =>
    problem(
      'arguments',
      `${relative(cwd, file)}:${line} ${className}.${field} has no @Arg, so nobody can set it`,
      FORGOTTEN_CURE,
    ),
  );
}

/** Looks at the sources of a project for classes that its app doesn't have. */
export async function lookAtRegistration(
  sources: AppSources,
  open: OpenApp,
  cwd: string,
): Promise<Finding[]> {
  const found = await unregisteredClasses(sources, open);
  return found.map((each) =>
    note(
      'classes',
      `${relative(cwd, each.file)}:${each.line} ${each.className} is a ${each.kind} that the app doesn't have`,
      registrationCure(each),
    ),
  );
}
