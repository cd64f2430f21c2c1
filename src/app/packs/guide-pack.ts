import type { Pack } from '../pack';

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
    remove_project: () => import('../../tools/remove-project.js').then((module) => module.RemoveProject),
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
  async bind(container, setup) {
    const { bindGuide, guideOptions, offerImport } = await import('../wiring/bind-guide.js');
    const options = guideOptions(setup);
    offerImport(options.configDir, setup);
    bindGuide(container, options);
  },
  async start({ registry, services, log, onClose }) {
    if (!registry.some((tool) => tool.enabledBy !== undefined)) return;
    const container = await services('guide');
    const { switchByFlags } = await import('../wiring/bind-guide.js');
    const { ready, stop } = switchByFlags(container, registry, log);
    onClose(stop);
    await ready;
  },
};
