import { dirname, sep } from 'node:path';
import type * as TypeScript from 'typescript';
import { changedSince, fileStamp, type Stamp, type Stamps } from './file-stamps';

type WatchFile = NonNullable<TypeScript.System['watchFile']>;

/** What a compiler reads and watches: how it all looked just before, and a way to tell it of what its watch has not noticed. */
export class BuildSources {
  private readonly files = new Map<string, Stamp>();
  private readonly directories = new Map<string, Stamp>();
  private readonly watchers = new Map<string, Set<TypeScript.FileWatcherCallback>>();
  private build: readonly string[] = [];
  private looked: ReadonlyMap<string, Stamp> = new Map();

  private readonly tsconfig: string;

  constructor(
    private readonly ts: typeof TypeScript,
    tsconfig: string,
  ) {
    // As the compiler writes paths.
    this.tsconfig = tsconfig.split(sep).join('/');
    this.enter(dirname(this.tsconfig));
  }

  readonly readFile: TypeScript.System['readFile'] = (path, encoding) => {
    if (!path.includes('/node_modules/')) {
      this.files.set(path, fileStamp(path));
      this.enter(dirname(path));
    }
    return this.ts.sys.readFile(path, encoding);
  };

  readonly watchFile: WatchFile = (path, callback, ...rest) => {
    const watcher = this.ts.sys.watchFile!(path, callback, ...rest);
    const callbacks = this.watchers.get(path) ?? new Set();
    this.watchers.set(path, callbacks.add(callback));
    return {
      close: () => {
        callbacks.delete(callback);
        watcher.close();
      },
    };
  };

  /** Notes which of the files the newest build is made of. */
  builtOf(program: TypeScript.EmitAndSemanticDiagnosticsBuilderProgram): void {
    const project = `${dirname(this.tsconfig)}/`;
    this.build = program
      .getSourceFiles()
      .filter(
        ({ fileName, isDeclarationFile }) =>
          !fileName.includes('/node_modules/') && (!isDeclarationFile || fileName.startsWith(project)),
      )
      .map(({ fileName }) => fileName);
  }

  /** Stamps the directories. These stamps count only once `sawDirectories` says that the compiler was told what is in them. */
  lookAtDirectories(): void {
    this.looked = new Map([...this.directories.keys()].map((path) => [path, fileStamp(path)]));
  }

  /** The compiler was told of all that was in the directories at the last look. */
  sawDirectories(): void {
    for (const [path, stamp] of this.looked) this.directories.set(path, stamp);
  }

  /** What the newest build is made of, its directories included, where files may be added. */
  get stamps(): Stamps {
    const directories = new Set<string>();
    for (const file of [this.tsconfig, ...this.build])
      for (const path of this.around(dirname(file))) directories.add(path);
    return [...this.fileStamps, ...[...directories].map((path) => stamped(this.directories, path))];
  }

  /** Tells the compiler of files that have changed since it read them; returns whether there are any. */
  tellChanged(): boolean {
    const changed = changedSince(this.fileStamps);
    const { Changed, Deleted } = this.ts.FileWatcherEventKind;
    for (const path of changed)
      for (const callback of [...(this.watchers.get(path) ?? [])])
        callback(path, this.ts.sys.fileExists(path) ? Changed : Deleted);
    return changed.length > 0;
  }

  /** Forgets what was read, since all of it is read again. */
  forget(): void {
    this.files.clear();
    this.lookAtDirectories();
    this.sawDirectories();
  }

  private get fileStamps(): Stamps {
    return [this.tsconfig, ...this.build].map((path) => stamped(this.files, path));
  }

  private enter(directory: string): void {
    for (const path of this.around(directory)) stamped(this.directories, path);
  }

  // A directory and, within the project, those that it is in.
  private around(directory: string): string[] {
    const project = dirname(this.tsconfig);
    const found = [directory];
    for (let at = directory; at.startsWith(`${project}/`);) found.push((at = dirname(at)));
    return found;
  }
}

function stamped(stamps: Map<string, Stamp>, path: string): Stamps[number] {
  const known = stamps.get(path);
  if (known !== undefined) return [path, known];
  const now = fileStamp(path);
  stamps.set(path, now);
  return [path, now];
}
