import type { Project } from './project';

/** Describes a project for tools: name, key and path and, with `verbose`, all its settings. */
export function describeProject(project: Project, verbose: boolean): Record<string, unknown> {
  const { name, key, path } = project;
  const brief = { name, key, ...(path !== undefined && { path }), saved: project.saved };
  if (!verbose) return brief;
  return {
    ...brief,
    hash: project.hash,
    categories: Object.fromEntries(project.categories),
    collections: Object.fromEntries(project.collections),
    project_flags: Object.fromEntries(project.flags),
  };
}
