import { wordToolNames, type ToolSpelling } from '../../base/word-tool-names';
import type { Hints } from '../../content/content-hints';

/** What the guide's services cannot say themselves, because they know no tool: what an agent can call next. */
export function wordGuideHints(spelling: ToolSpelling): Hints {
  const worded = Object.entries(HINTS).map(([situation, hint]) => [situation, wordToolNames(hint, spelling)]);
  return Object.fromEntries(worded) as Hints;
}

const HINTS: Required<Hints> = {
  no_project:
    'Ask the user which project to use and call set_project with its name; list_projects lists the known ones, and create=true makes a new one.',
  no_projects: 'set_project with create=true creates one',
  no_categories: 'category_add creates one',
  no_collections: 'collection_add creates one',
  category_taken: 'use category_change to change it',
  collection_taken: 'use collection_change to change it',
  document_exists: 'If the user asks for it, update_document replaces an existing document.',
  document_missing: 'category_list_files lists the existing documents.',
  document_deleted: 'restore_document restores it',
  document_updated: 'restore_document brings the earlier version back',
  pattern_missing: 'or add a pattern with category_update, if the user agrees',
  unknown_project: 'Correct the name or, if the user wants a new project, call set_project with create=true.',
  project_created: 'remove_project removes it',
};
