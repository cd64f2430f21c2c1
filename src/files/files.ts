import { statSync, type Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { FileProblem } from '../disk/file-problem';
import { PathRefused } from '../policy/path-refused';
import type { PathPolicy, PathScope } from '../policy/path-policy';
import type { OpenedFile } from '../disk/open-file';
import { openDirectory, openRegularFile } from '../disk/open-file-safely';
import { walkDirectory, type WalkedEntry, type WalkOptions } from '../disk/walk-directory';
import { writeWholeFile } from '../disk/write-file-safely';

/** On whose behalf files are accessed: the tool whose rules apply, and the client's roots. */
export interface Caller extends PathScope {
  readonly tool: string;
}

/** File access for tools: checked by the policy, and opened so that a path cannot be swapped after the check. */
export class Files {
  constructor(private readonly paths: PathPolicy) {}

  /** Opens a regular file for reading; the caller closes it. Throws a FileProblem. */
  async open(path: string, caller: Caller): Promise<OpenedFile> {
    const real = this.judge(path, 'read', caller);
    return openRegularFile(
      real,
      path,
      (actual) => this.paths.judgeRealPath(caller.tool, actual, 'read', caller).allowed,
    );
  }

  /** Replaces a whole file atomically. Throws a FileProblem. */
  async write(path: string, content: Uint8Array, createDirectories: boolean, caller: Caller): Promise<void> {
    const real = this.judge(path, 'write', caller);
    await writeWholeFile(real, content, { shown: path, createDirectories });
  }

  /** Returns the file itself where the path is one, and else walks the directory. Throws a FileProblem. */
  async *filesAt(
    path: string,
    options: Omit<WalkOptions, 'may'>,
    caller: Caller,
  ): AsyncGenerator<readonly WalkedEntry[]> {
    const real = this.judge(path, 'read', caller);
    if (!statsAt(real)?.isFile()) {
      yield* this.walk(path, options, caller);
      return;
    }
    const directory = await openDirectory(dirname(real), dirname(path));
    try {
      yield [{ name: basename(real), path: '', kind: 'file', directory }];
    } finally {
      await directory.close();
    }
  }

  /** Walks a directory, skipping what the tool may not read. Throws a FileProblem. */
  async *walk(
    path: string,
    options: Omit<WalkOptions, 'may'>,
    caller: Caller,
  ): AsyncGenerator<readonly WalkedEntry[]> {
    const real = this.judge(path, 'read', caller);
    if (!statsOrProblem(real, path).isDirectory())
      throw new FileProblem('wrong_type', `Not a directory: ${path}`);
    const may = (entry: string, tree = false): boolean =>
      this.paths.judgeRealPath(caller.tool, entry, 'read', { ...caller, tree }).allowed;
    yield* walkDirectory(real, path, { ...options, may });
  }

  /** Returns the target of a link if the caller may follow it. */
  followLink(entry: WalkedEntry, caller: Caller): { kind: 'file' | 'directory'; size: number } | undefined {
    const decision = this.paths.judgePath(caller.tool, entry.name, 'read', {
      ...caller,
      base: entry.directory.path,
    });
    if (!decision.allowed || !decision.exists) return undefined;
    const target = statsAt(decision.path);
    if (target?.isDirectory()) return { kind: 'directory', size: 0 };
    return target?.isFile() ? { kind: 'file', size: target.size } : undefined;
  }

  private judge(path: string, access: 'read' | 'write', caller: Caller): string {
    const decision = this.paths.judgePath(caller.tool, path, access, caller);
    if (!decision.allowed) throw new PathRefused(path, decision);
    return decision.path;
  }
}

function statsOrProblem(path: string, shown: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw FileProblem.from(error, shown, 'Directory');
  }
}

function statsAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
