import { isAbsolute, join, resolve } from 'node:path';
import type { GuideStore } from '../store/guide-store';
import type { Hints } from './content-hints';
import type { DocumentPlace } from './document-place';
import { DocumentRoot, OutsideRootError } from './document-root';
import type { Want } from './expression-plan';
import { searchFiles, type Hits } from './search-documents';

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
  /** What tells the same file by any name. */
  readonly identity: string;
  readonly modified: Date;
  readonly size: number;
}

/** The documents found, in order, each once. */
export interface FoundDocuments {
  readonly documents: readonly FoundDocument[];
  /** Patterns that matched more documents than are returned. */
  readonly cut: readonly string[];
  /** Parts of the expression for which nothing was found. */
  readonly missing: readonly string[];
  /** Folders that could not be read, and categories that lead outside the document root. */
  readonly problems: readonly string[];
}

/** Thrown for a document that exists but cannot be read. */
export class UnreadableError extends Error {
  constructor(
    readonly document: FoundDocument,
    cause: unknown,
  ) {
    const { code, message } = cause as NodeJS.ErrnoException;
    super(`${document.category}/${document.path} cannot be read (${code ?? message})`, { cause });
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
    return new DocumentRoot((await this.place()).root);
  }

  /** Returns where the document root is, and what set it. */
  async place(): Promise<DocumentPlace> {
    if (this.options.docroot !== undefined)
      return { root: this.options.docroot, setBy: "the server's setting 'docroot'" };
    const stated = (await this.config.read()).data['docroot'];
    if (typeof stated !== 'string' || stated.trim() === '')
      return { root: join(this.config.directory, 'docs'), setBy: 'the default' };
    const { home } = this.options;
    const path = home !== undefined && /^~(\/|$)/.test(stated) ? join(home, stated.slice(1)) : stated;
    const root = isAbsolute(path) ? path : resolve(this.config.directory, path);
    return { root, setBy: `docroot in ${this.config.file}` };
  }

  /** Finds the documents of a plan, in the order of the plan, then of each pattern; what cannot be searched is reported. */
  async find(
    wants: readonly Want[],
    options: { limit?: number; signal?: AbortSignal } = {},
  ): Promise<FoundDocuments> {
    const root = await this.root();
    const documents = new Map<string, FoundDocument>();
    const cut: string[] = [];
    const missing = new Set(wants.flatMap(({ asked }) => asked));
    const problems = new Set<string>();
    let outside: OutsideRootError | undefined;
    for (const want of wants) {
      const base = dirParts(want.category.dir);
      for (const [index, pattern] of want.patterns.entries()) {
        let hits: Hits;
        try {
          hits = await searchFiles(root, base, pattern, options);
        } catch (error) {
          if (!(error instanceof OutsideRootError)) throw error;
          outside = error;
          problems.add(error.message);
          continue;
        }
        if (hits.more) cut.push(`${want.name}/${pattern}`);
        for (const path of hits.unreadable) problems.add(`${[want.name, ...path].join('/')} cannot be read`);
        if (hits.paths.length) missing.delete(want.asked[index]!);
        for (const [at, path] of hits.paths.entries()) {
          const real = hits.reals[at]!;
          if (!documents.has(real))
            documents.set(real, { category: want.name, path: path.join('/'), parts: [...base, ...path] });
        }
      }
    }
    if (outside && !documents.size) throw outside;
    return { documents: [...documents.values()], cut, missing: [...missing], problems: [...problems] };
  }

  /** Reads a document's text; returns undefined if it no longer exists. `inside` spares looking up the root for each of many. */
  async load(
    found: FoundDocument,
    maxBytes: number,
    inside?: DocumentRoot,
  ): Promise<LoadedDocument | undefined> {
    const root = inside ?? (await this.root());
    const file = await root.read(found.parts, maxBytes).catch((error: unknown) => {
      throw new UnreadableError(found, error);
    });
    if (!file) return undefined;
    const text = documentText(file.bytes, file.stats.size > file.bytes.length);
    if (text === undefined) throw new NotTextError(found);
    return { ...found, text, identity: file.identity, modified: file.stats.mtime, size: file.stats.size };
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
