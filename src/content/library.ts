import { isAbsolute, join, resolve } from 'node:path';
import type { GuideStore } from '../store/guide-store';
import type { Hints } from './hints';
import { DocumentRoot } from './document-root';
import type { Want } from './plan';
import { searchFiles } from './search';

/** A document that was found but not yet read. */
export interface FoundDocument {
  readonly category: string;
  /** Its path in the category's directory, with forward slashes. */
  readonly path: string;
  /** Its path under the document root. */
  readonly parts: readonly string[];
}

/** A document with its text. */
export interface LoadedDocument extends FoundDocument {
  readonly text: string;
  /** Its real path, with links resolved. */
  readonly real: string;
  readonly modified: Date;
  readonly size: number;
}

/** The documents found, in order, each once. */
export interface FoundDocuments {
  readonly documents: readonly FoundDocument[];
  /** Patterns that matched more documents than are returned. */
  readonly cut: readonly string[];
}

/** Thrown for a document that exists but cannot be read. */
export class UnreadableError extends Error {
  constructor(
    readonly document: FoundDocument,
    cause: unknown,
  ) {
    super(`${document.category}/${document.path} cannot be read: ${(cause as Error).message}`, { cause });
    this.name = 'UnreadableError';
  }
}

/** Thrown for a document that is not text. */
export class NotTextError extends Error {
  constructor(readonly document: FoundDocument) {
    super(`${document.category}/${document.path} is not text`);
    this.name = 'NotTextError';
  }
}

/** Finds and reads the documents that users keep for their agents. */
export class ContentLibrary {
  constructor(
    private readonly config: GuideStore,
    private readonly options: { docroot?: string; home?: string; hints?: Hints } = {},
  ) {}

  /** What to tell an agent to call next. */
  get hints(): Hints {
    return this.options.hints ?? {};
  }

  /** Returns the document root: the operator's, or else the configured one, or else `docs` next to the configuration. */
  async root(): Promise<DocumentRoot> {
    if (this.options.docroot !== undefined) return new DocumentRoot(this.options.docroot);
    const stated = (await this.config.read()).data['docroot'];
    if (typeof stated !== 'string' || stated.trim() === '')
      return new DocumentRoot(join(this.config.directory, 'docs'));
    const { home } = this.options;
    const path = home !== undefined && /^~(\/|$)/.test(stated) ? join(home, stated.slice(1)) : stated;
    return new DocumentRoot(isAbsolute(path) ? path : resolve(this.config.directory, path));
  }

  /** Finds the documents of a plan, in the order of the plan, then of each pattern. */
  async find(
    wants: readonly Want[],
    options: { limit?: number; signal?: AbortSignal } = {},
  ): Promise<FoundDocuments> {
    const root = await this.root();
    const documents = new Map<string, FoundDocument>();
    const cut: string[] = [];
    for (const want of wants) {
      const base = dirParts(want.category.dir);
      for (const pattern of want.patterns) {
        const hits = await searchFiles(root, base, pattern, options);
        if (hits.more) cut.push(`${want.name}/${pattern}`);
        for (const path of hits.paths) {
          const parts = [...base, ...path];
          const key = parts.join('/');
          if (!documents.has(key)) documents.set(key, { category: want.name, path: path.join('/'), parts });
        }
      }
    }
    return { documents: [...documents.values()], cut };
  }

  /** Reads a document's text; returns undefined if it no longer exists. */
  async load(found: FoundDocument, maxBytes: number): Promise<LoadedDocument | undefined> {
    const root = await this.root();
    const file = await root.read(found.parts, maxBytes).catch((error: unknown) => {
      throw new UnreadableError(found, error);
    });
    if (!file) return undefined;
    const text = documentText(file.bytes, file.stats.size > file.bytes.length);
    if (text === undefined) throw new NotTextError(found);
    return { ...found, text, real: file.real, modified: file.stats.mtime, size: file.stats.size };
  }
}

/** Splits a category's directory into its parts. */
export function dirParts(dir: string): string[] {
  return dir.split('/').filter((part) => part !== '' && part !== '.');
}

/** Decodes bytes as text; returns undefined if they are not text. Cut text may end within a character. */
export function documentText(bytes: Buffer, cut = false): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: !cut }).decode(bytes);
  } catch {
    return undefined;
  }
}
