import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Draft } from '../disk/file-draft';
import { invalidArguments } from '../invalid-arguments';
import { Result } from '../result';
import { pathProblem, type Category } from './category';
import { OutsideRootError } from './document-root';
import type { Directory } from '../disk/open-directory';
import { documentUri } from './join-documents';
import { dirParts, type ContentLibrary } from './document-library';
import { withHint } from './content-hints';
import { readingsOf } from './document-pattern';
import { isHidden } from './search-documents';
import { Trash } from './document-trash';

/** Information about a document that was written, deleted or restored. */
export interface DocumentInfo {
  category: string;
  name: string;
  uri: string;
  bytes?: number;
}

/** A category and its name. */
export interface NamedCategory {
  readonly name: string;
  readonly category: Category;
}

/** Extensions of document formats; none that could configure a program. */
const EXTENSIONS = new Set(['.md', '.markdown', '.mdx', '.txt', '.rst', '.adoc', '.org']);

/** Changes documents of managed categories, atomically and reversibly. */
export class DocumentStore {
  constructor(private readonly library: ContentLibrary) {}

  /** Creates a document; never overwrites an existing one. */
  create(where: NamedCategory, name: string, content: string): Promise<Result<DocumentInfo>> {
    const wanted = fileName(name);
    if (!nameProblem(wanted) && !isListed(where.category, wanted))
      return Promise.resolve(this.unlisted(where, wanted));
    return this.at(where, name, true, async (folder, file, path) => {
      if (await folder.kindOf(file)) return this.exists(where, path);
      const draft = await Draft.write(folder, file, content, { mode: 0o644 });
      const created = await draft.create();
      return created
        ? Result.ok(info(where, path, content), { message: `Created ${where.name}/${path}` })
        : this.exists(where, path);
    });
  }

  /** Replaces a document's content; the previous version goes to the trash. */
  update(where: NamedCategory, name: string, content: string): Promise<Result<DocumentInfo>> {
    return this.at(where, name, false, async (folder, file, path) => {
      if ((await folder.kindOf(file)) !== 'file') return this.missing(where, path);
      const draft = await Draft.write(folder, file, content, { mode: 0o644 });
      try {
        const place = [...dirParts(where.category.dir), ...path.split('/')];
        await new Trash(await this.library.root()).keep(folder, file, place);
      } catch (error) {
        await draft.discard();
        throw error;
      }
      await draft.replace();
      return Result.ok(info(where, path, content), {
        message: `${withHint(`Updated ${where.name}/${path}`, this.library.hints.document_updated)}.`,
      });
    });
  }

  /** Moves a document to the trash, from which `restore` restores it. */
  delete(where: NamedCategory, name: string): Promise<Result<DocumentInfo>> {
    return this.at(where, name, false, async (folder, file, path) => {
      if ((await folder.kindOf(file)) !== 'file') return this.missing(where, path);
      const trash = new Trash(await this.library.root());
      await trash.take(folder, file, [...dirParts(where.category.dir), ...path.split('/')]);
      return Result.ok(info(where, path), {
        message: `${withHint(`Deleted ${where.name}/${path}`, this.library.hints.document_deleted)}.`,
      });
    });
  }

  /** Restores the version before the last change or deletion; a version that it replaces goes to the trash in turn. */
  restore(where: NamedCategory, name: string): Promise<Result<DocumentInfo>> {
    return this.at(where, name, true, async (folder, file, path) => {
      const there = await folder.kindOf(file);
      if (there !== undefined && there !== 'file') return this.exists(where, path);
      const trash = new Trash(await this.library.root());
      const place = [...dirParts(where.category.dir), ...path.split('/')];
      const kept = await trash.restore(place, folder, file);
      if (!kept) return Result.failure(`Nothing in the trash for ${where.name}/${path}`, 'not_found');
      const from = `the version from before ${kept.toISOString()}`;
      return Result.ok(info(where, path), {
        message: there
          ? `Restored ${from} of ${where.name}/${path}. What it replaced is in the trash; restoring again brings it back.`
          : `Restored ${where.name}/${path}, ${from}`,
      });
    });
  }

  private async at(
    where: NamedCategory,
    name: string,
    making: boolean,
    work: (folder: Directory, file: string, path: string) => Promise<Result<DocumentInfo>>,
  ): Promise<Result<DocumentInfo>> {
    const path = fileName(name);
    const problem = nameProblem(path);
    if (problem) {
      return invalidArguments([{ field: 'name', message: problem }], {
        error: `Document name ${problem}`,
        errorType: 'invalid_name',
        data: { field: 'name' },
      });
    }
    const parts = path.split('/');
    const file = parts.pop()!;
    const root = await this.library.root();
    const place = [...dirParts(where.category.dir), ...parts];
    let folder: Directory | undefined;
    try {
      folder = await (making ? root.makeFolder(place) : root.folder(place));
    } catch (error) {
      if (error instanceof OutsideRootError) return Result.failure(error.message, 'security_error');
      throw error;
    }
    if (!folder) {
      // There, and still not to be opened: that is something else than missing.
      const there = await stat(join(root.path, ...place)).catch(() => undefined);
      if (!there) return this.missing(where, path);
      return Result.failure(
        `${join(root.path, ...place)} cannot be opened; nothing was changed`,
        'file_error',
      );
    }
    try {
      return await work(folder, file, path);
    } finally {
      await folder.close();
    }
  }

  private exists(where: NamedCategory, path: string): Result<never> {
    const { document_exists: hint } = this.library.hints;
    return Result.failure(`${where.name}/${path} already exists`, 'file_error', {
      instruction: hint === undefined ? 'Nothing was changed.' : `Nothing was changed. ${hint}`,
    });
  }

  private unlisted({ name, category }: NamedCategory, path: string): Result<never> {
    const patterns = category.patterns.join(', ');
    return invalidArguments([{ field: 'name', message: `must match one of ${patterns}` }], {
      error: `${path} matches no pattern of category '${name}' (${patterns}), so nobody would find it`,
      errorType: 'invalid_name',
      instruction: `${withHint('Nothing was created. Choose a name that matches', this.library.hints.pattern_missing)}.`,
    });
  }

  private missing(where: NamedCategory, path: string): Result<never> {
    const { document_missing: instruction } = this.library.hints;
    return Result.failure(`${where.name}/${path} does not exist`, 'not_found', {
      ...(instruction !== undefined && { instruction }),
    });
  }
}

function fileName(name: string): string {
  return extname(name) === '' ? `${name}.md` : name;
}

function isListed({ patterns }: Category, path: string): boolean {
  if (!patterns.length) return true;
  return patterns.some((pattern) => readingsOf(pattern).some((reading) => reading.matches(path.split('/'))));
}

function nameProblem(path: string): string | undefined {
  const problem = pathProblem(path, 'path');
  if (problem) return problem;
  const hidden = path.split('/').find(isHidden);
  if (hidden !== undefined) return `must not contain '${hidden}', because it would hide the document`;
  if (/[*?[\],+"'`:;]/.test(path)) return 'must not contain quotes, separators or wildcards';
  if (!EXTENSIONS.has(extname(path).toLowerCase())) return `must end in one of ${[...EXTENSIONS].join(', ')}`;
  return undefined;
}

function info(where: NamedCategory, path: string, content?: string): DocumentInfo {
  return {
    category: where.name,
    name: path,
    uri: documentUri(where.name, path),
    ...(content !== undefined && { bytes: Buffer.byteLength(content, 'utf8') }),
  };
}
