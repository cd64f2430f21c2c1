/** A situation in which an agent needs to know what it can call next. */
export type Situation =
  | 'no_project'
  | 'no_projects'
  | 'no_categories'
  | 'no_collections'
  | 'category_taken'
  | 'collection_taken'
  | 'document_exists'
  | 'document_missing'
  | 'document_deleted'
  | 'document_updated'
  | 'pattern_missing'
  | 'unknown_project'
  | 'project_created';

/** What to call next in each situation, worded by whoever knows the tools: services know none. */
export type Hints = Readonly<Partial<Record<Situation, string>>>;

/** Adds a hint to a statement, if there is one. */
export function withHint(statement: string, hint: string | undefined): string {
  return hint === undefined ? statement : `${statement}; ${hint}`;
}
