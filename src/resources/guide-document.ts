import { pathProblem } from '../content/category';
import { OutsideRootError } from '../content/document-root';
import { documentUri } from '../content/join-documents';
import { combine, readFrontMatter } from '../content/frontmatter';
import {
  ContentLibrary,
  documentText,
  type FoundDocuments,
  type FoundDocument,
} from '../content/document-library';
import { textTypeOf } from '../content/text-type';
import { planContent, UnknownNameError, type Want } from '../content/expression-plan';
import { watchDocument, watchFolders } from '../content/document-watch';
import { Resource } from '../decorators';
import { ToolExecutionError } from '../errors';
import { GuideStore } from '../store/guide-store';
import type { Project } from '../projects/project';
import { Projects } from '../projects/projects';
import type { ResourceContents } from '../registries/resource-contents';
import type { ResourceEntry } from '../registries/resource-shapes';
import type { ToolContext } from '../tool-context';

/** Maximum number of documents listed per category. */
const MOST_LISTED = 1_000;
/** The largest document that fits one message. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The documents of the current project's categories, as resources. */
@Resource({
  uri: 'guide://{category}/{document}',
  name: 'guide_document',
  title: 'Project document',
  description: 'A document from a category or collection of the current project; the extension is optional.',
})
export class GuideDocument {
  constructor(
    private readonly library: ContentLibrary,
    private readonly projects: Projects,
    private readonly config: GuideStore,
  ) {}

  async read(
    { category, document }: Record<string, string>,
    context: ToolContext,
  ): Promise<ResourceContents[] | undefined> {
    const contents: ResourceContents[] = [];
    for (const found of await this.find(category!, document!, context)) {
      const content = await this.contentOf(found);
      if (content) contents.push({ uri: documentUri(found.category, found.path), ...content });
    }
    return contents.length ? contents : undefined;
  }

  async list(context: ToolContext): Promise<ResourceEntry[]> {
    const project = await this.project(context);
    if (!project) return [];
    const entries: ResourceEntry[] = [];
    for (const [name, category] of project.categories) {
      const wants = planContent({ items: [{ name, patterns: [] }] }, { ...project, collections: new Map() });
      const { documents } = await this.library
        .find(wants, { limit: MOST_LISTED, signal: context.signal })
        .catch(nothingIfOutside);
      for (const { path } of documents) {
        const description = category.description;
        entries.push({
          uri: documentUri(name, path),
          name: `${name}/${path}`,
          ...(description && { description }),
        });
      }
    }
    return entries;
  }

  async complete(
    variable: string,
    value: string,
    context: ToolContext,
    others: Record<string, string>,
  ): Promise<string[]> {
    const project = await this.project(context);
    if (!project) return [];
    if (variable === 'category')
      return [...project.categories.keys()].filter((name) => name.startsWith(value));
    const category = others['category'];
    if (category === undefined || !project.categories.has(category)) return [];
    const wants = planContent({ items: [{ name: category, patterns: [] }] }, project);
    const { documents } = await this.library.find(wants, { limit: MOST_LISTED, signal: context.signal });
    return documents.map(({ path }) => path).filter((path) => path.startsWith(value));
  }

  /** Watches the files behind a subscribed URI. */
  async watch(
    variables: Record<string, string>,
    changed: () => void,
    context: ToolContext,
  ): Promise<() => void> {
    const root = await this.library.root();
    const found = await this.find(variables['category']!, variables['document']!, context);
    const stops = found.map(({ parts }) => watchDocument(root.path, parts, changed));
    return () => stops.forEach((stop) => stop());
  }

  /** Watches the list of documents: the folders under the document root, and the categories. */
  watchList(changed: () => void): () => void {
    const stopConfig = this.config.onChange(changed);
    let stopped = false;
    let stopFolders: (() => void) | undefined;
    void this.library.root().then(
      async (root) => {
        stopFolders = await watchFolders(root.path, changed);
        if (stopped) stopFolders();
      },
      () => undefined,
    );
    return () => {
      stopped = true;
      stopConfig();
      stopFolders?.();
    };
  }

  private async find(
    name: string,
    document: string,
    context: ToolContext,
  ): Promise<readonly FoundDocument[]> {
    const project = await this.project(context);
    if (!project || pathProblem(document, 'path')) return [];
    let wants: Want[];
    try {
      wants = planContent({ items: [{ name, patterns: [document] }] }, project);
    } catch (error) {
      if (error instanceof UnknownNameError) return [];
      throw error;
    }
    return (await this.library.find(wants, { signal: context.signal }).catch(nothingIfOutside)).documents;
  }

  private async contentOf(found: FoundDocument): Promise<Omit<ResourceContents, 'uri'> | undefined> {
    const root = await this.library.root();
    const file = await root.read(found.parts, MAX_BYTES).catch((error: unknown) => {
      throw new ToolExecutionError(
        `${found.category}/${found.path} cannot be read: ${(error as Error).message}`,
      );
    });
    if (!file) return undefined;
    if (file.stats.size > MAX_BYTES) {
      throw new ToolExecutionError(
        `${found.category}/${found.path} is too large for one message (${file.stats.size} bytes)`,
      );
    }
    const text = documentText(file.bytes);
    if (text === undefined)
      return { mimeType: 'application/octet-stream', blob: file.bytes.toString('base64') };
    const matter = await readFrontMatter(text);
    const meta = combine([matter]);
    return {
      mimeType: textTypeOf(matter.body, found.path).type,
      text: matter.body,
      ...(Object.keys(meta).length && { _meta: { ...meta } }),
    };
  }

  private async project(context: ToolContext): Promise<Project | undefined> {
    const ref = await this.projects.current(context.session);
    return ref && this.projects.load(ref);
  }
}

// A category whose directory has become a link out of the document root has no documents.
function nothingIfOutside(error: unknown): FoundDocuments {
  if (error instanceof OutsideRootError) return { documents: [], cut: [], missing: [], problems: [] };
  throw error;
}
