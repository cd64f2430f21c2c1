import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ContainerInstance } from 'typedi';
import { DocumentStore } from '../../content/documents';
import type { Hints } from '../../content/content-hints';
import { ContentLibrary } from '../../content/document-library';
import { GuideStore } from '../../store/guide-store';
import { FlagStore } from '../../flags/flag-store';
import { switchTools } from '../../flags/tool-switch';
import type { Logger } from '../../logger';
import { Categories } from '../../projects/project-categories';
import { Collections } from '../../projects/project-collections';
import { Projects } from '../../projects/projects';
import { ToolRegistry } from '../../registries/tool-registry';
import { homeOf } from '../../disk/user-directories';
import { foreignGuideDirectory, guideDirectory } from './find-guide-directory';
import type { ToolSpelling } from '../../base/word-tool-names';
import { wordGuideHints } from './word-guide-hints';
import type { Setup } from '../pack';
import { spellingOf } from '../../registries/tool-spelling';

/** What the guide's services are built from. */
export interface GuideOptions {
  configDir: string;
  cwd: string;
  home?: string;
  docroot?: string;
  log: Logger;
  registry: ToolRegistry;
  /** The names of tools as the client sees them, where they differ. */
  spelling?: () => ToolSpelling;
}

/** Registers the services of the guide tools in a container. */
export function bindGuide(
  container: ContainerInstance,
  { configDir, cwd, home, docroot, log, registry, spelling }: GuideOptions,
): void {
  const hints = (): Hints => wordGuideHints(spelling?.() ?? new Map());
  container.set({ id: ToolRegistry, value: registry });
  container.set({ id: GuideStore, factory: () => new GuideStore({ directory: configDir, log }) });
  container.set({ id: FlagStore, factory: () => new FlagStore(container.get(GuideStore), log) });
  container.set({
    id: Projects,
    factory: () =>
      new Projects(container.get(GuideStore), {
        cwd,
        hints: hints(),
        ...(home !== undefined && { home }),
      }),
  });
  container.set({
    id: ContentLibrary,
    factory: () =>
      new ContentLibrary(container.get(GuideStore), {
        hints: hints(),
        ...(docroot !== undefined && { docroot }),
        ...(home !== undefined && { home }),
      }),
  });
  container.set({ id: DocumentStore, factory: () => new DocumentStore(container.get(ContentLibrary)) });
  container.set({ id: Categories, factory: () => new Categories(container.get(Projects)) });
  container.set({ id: Collections, factory: () => new Collections(container.get(Projects)) });
}

/** Keeps tools that name a flag enabled or disabled according to the flags of the server's own project. */
export function switchByFlags(
  container: ContainerInstance,
  registry: ToolRegistry,
  log: Logger,
): ReturnType<typeof switchTools> {
  const projects = container.get(Projects);
  return switchTools(registry, container.get(FlagStore), async () => (await projects.ofServer())?.key, log);
}

/** Collects what the guide's services are built from. */
export function guideOptions(
  setup: Pick<Setup, 'config' | 'cwd' | 'env' | 'log' | 'registry' | 'exposure'>,
): GuideOptions {
  const { config, cwd, env, log, registry, exposure } = setup;
  const home = homeOf(env);
  const { docroot } = config.content;
  return {
    configDir: guideDirectory(setup),
    cwd,
    log,
    registry,
    spelling: () => spellingOf(registry, registry.list().filter(exposure.visible)),
    ...(home !== undefined && { home }),
    ...(docroot !== undefined && { docroot: resolve(cwd, docroot) }),
  };
}

/** Says how to take over what mcp-guide keeps, while there is nothing of our own yet. */
export function offerImport(
  directory: string,
  { config, env, log }: Pick<Setup, 'config' | 'env' | 'log'>,
): void {
  if (config.content.configDir !== undefined || existsSync(join(directory, 'config.yaml'))) return;
  const other = foreignGuideDirectory(env);
  if (existsSync(join(other, 'config.yaml')))
    log.info(`${other} holds projects of mcp-guide: 'toolwright init --import' copies them to ${directory}`);
}
