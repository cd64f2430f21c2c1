import { join, resolve } from 'node:path';
import type { ContainerInstance } from 'typedi';
import { DocumentStore } from '../../content/documents';
import { ContentLibrary } from '../../content/library';
import { ConfigStore } from '../../flags/config-store';
import { FlagStore } from '../../flags/flag-store';
import { switchTools } from '../../flags/tool-switch';
import { Categories } from '../../projects/categories';
import { Collections } from '../../projects/collections';
import { Projects } from '../../projects/projects';
import type { Pack, Setup } from '../pack';

/** Flags, projects, content and documents; the guide prompt and the documents as resources. */
export const guidePack: Pack = {
  name: 'guide',
  tools: {
    set_project_flag: () => import('../../tools/set-project-flag.js').then((module) => module.SetProjectFlag),
    get_project_flag: () => import('../../tools/get-project-flag.js').then((module) => module.GetProjectFlag),
    list_project_flags: () =>
      import('../../tools/list-project-flags.js').then((module) => module.ListProjectFlags),
    set_feature_flag: () => import('../../tools/set-feature-flag.js').then((module) => module.SetFeatureFlag),
    get_feature_flag: () => import('../../tools/get-feature-flag.js').then((module) => module.GetFeatureFlag),
    list_feature_flags: () =>
      import('../../tools/list-feature-flags.js').then((module) => module.ListFeatureFlags),
    get_project: () => import('../../tools/get-project.js').then((module) => module.GetProject),
    set_project: () => import('../../tools/set-project.js').then((module) => module.SetProject),
    list_projects: () => import('../../tools/list-projects.js').then((module) => module.ListProjects),
    list_project: () => import('../../tools/list-project.js').then((module) => module.ListProject),
    clone_project: () => import('../../tools/clone-project.js').then((module) => module.CloneProject),
    category_list: () => import('../../tools/category-list.js').then((module) => module.CategoryList),
    category_add: () => import('../../tools/category-add.js').then((module) => module.CategoryAdd),
    category_remove: () => import('../../tools/category-remove.js').then((module) => module.CategoryRemove),
    category_change: () => import('../../tools/category-change.js').then((module) => module.CategoryChange),
    category_update: () => import('../../tools/category-update.js').then((module) => module.CategoryUpdate),
    category_list_files: () =>
      import('../../tools/category-list-files.js').then((module) => module.CategoryListFiles),
    category_content: () =>
      import('../../tools/category-content.js').then((module) => module.CategoryContent),
    collection_list: () => import('../../tools/collection-list.js').then((module) => module.CollectionList),
    collection_add: () => import('../../tools/collection-add.js').then((module) => module.CollectionAdd),
    collection_remove: () =>
      import('../../tools/collection-remove.js').then((module) => module.CollectionRemove),
    collection_change: () =>
      import('../../tools/collection-change.js').then((module) => module.CollectionChange),
    collection_update: () =>
      import('../../tools/collection-update.js').then((module) => module.CollectionUpdate),
    get_content: () => import('../../tools/get-content.js').then((module) => module.GetContent),
    create_document: () => import('../../tools/create-document.js').then((module) => module.CreateDocument),
    update_document: () => import('../../tools/update-document.js').then((module) => module.UpdateDocument),
    delete_document: () => import('../../tools/delete-document.js').then((module) => module.DeleteDocument),
    restore_document: () =>
      import('../../tools/restore-document.js').then((module) => module.RestoreDocument),
  },
  prompts: { guide: () => import('../../prompts/guide.js').then((module) => module.Guide) },
  resources: {
    guide_document: () => import('../../resources/guide-document.js').then((module) => module.GuideDocument),
  },
  bind(container, setup) {
    bindGuide(container, {
      configDir: guideDirectory(setup),
      cwd: setup.cwd,
      ...(homeOf(setup.env) !== undefined && { home: homeOf(setup.env)! }),
      ...(setup.config.content.docroot !== undefined && {
        docroot: resolve(setup.cwd, setup.config.content.docroot),
      }),
      log: setup.log,
    });
  },
  start({ registry, log, onClose }) {
    if (!registry.list().some((tool) => tool.enabledBy !== undefined)) return;
    const { container } = registry.instances;
    const projects = container.get(Projects);
    const { ready, stop } = switchTools(
      registry,
      container.get(FlagStore),
      async () => (await projects.ofServer())?.key,
      log,
    );
    onClose(stop);
    return ready;
  },
};

/** What the guide's services are made from. */
export interface GuideOptions {
  configDir: string;
  cwd: string;
  home?: string;
  docroot?: string;
  log: Setup['log'];
}

/** Tells a container how to make the services behind the guide tools. */
export function bindGuide(
  container: ContainerInstance,
  { configDir, cwd, home, docroot, log }: GuideOptions,
): void {
  container.set({ id: ConfigStore, factory: () => new ConfigStore({ directory: configDir, log }) });
  container.set({ id: FlagStore, factory: () => new FlagStore(container.get(ConfigStore), log) });
  container.set({
    id: Projects,
    factory: () => new Projects(container.get(ConfigStore), { cwd, ...(home !== undefined && { home }) }),
  });
  container.set({
    id: ContentLibrary,
    factory: () =>
      new ContentLibrary(container.get(ConfigStore), { ...(docroot !== undefined && { docroot }) }),
  });
  container.set({ id: DocumentStore, factory: () => new DocumentStore(container.get(ContentLibrary)) });
  container.set({ id: Categories, factory: () => new Categories(container.get(Projects)) });
  container.set({ id: Collections, factory: () => new Collections(container.get(Projects)) });
}

/** The directory of `config.yaml`: as it was set, else where the system keeps configuration. */
export function guideDirectory({ config, cwd, env }: Pick<Setup, 'config' | 'cwd' | 'env'>): string {
  if (config.content.configDir !== undefined) return resolve(cwd, config.content.configDir);
  const home = homeOf(env) ?? cwd;
  if (process.platform === 'win32')
    return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'mcp-guide');
  const xdg = env['XDG_CONFIG_HOME'];
  return join(xdg && xdg.startsWith('/') ? xdg : join(home, '.config'), 'mcp-guide');
}

function homeOf(env: Setup['env']): string | undefined {
  return env['HOME'] ?? env['USERPROFILE'];
}
