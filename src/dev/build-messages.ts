import type { Stamps } from './file-stamps';

/** What was looked at for a report, as it was before: whatever looks otherwise was saved since. */
interface MadeOf {
  readonly madeOf?: Stamps;
}

/** What a project's builder reports; each change is followed by what became of it. */
export type BuildMessage =
  /** Something was saved. */
  | { readonly kind: 'changed' }
  /** It made no difference. */
  | ({ readonly kind: 'unchanged' } & MadeOf)
  /** Everything is built, and this is the file to load. */
  | ({
      readonly kind: 'built';
      readonly entry: string;
      /** What the compiler has nothing against, and the author hardly meant. */
      readonly notes?: readonly string[];
    } & MadeOf)
  /** The same about what was built, from whoever reads the sources after a compiler that only builds. */
  | { readonly kind: 'noted'; readonly notes: readonly string[] }
  /** What was saved is wrong; nothing was written. `entry` is the file of an earlier build, if there is one. */
  | ({ readonly kind: 'refused'; readonly problems: readonly string[]; readonly entry?: string } & MadeOf)
  /** The project can't be built at all. */
  | { readonly kind: 'impossible'; readonly text: string };

/** What builds an app. */
export interface Builder {
  /** Looks for saves that the system has not told of yet, and reports what became of them, or that there are none. */
  look(): void;
  stop(): void;
}

/** Which project is to be built, and what is to be loaded of it. */
export interface BuildRequest {
  readonly tsconfig: string;
  /** The source of the module that exports the app. */
  readonly source: string;
}
