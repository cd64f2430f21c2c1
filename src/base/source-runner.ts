/** What compiles the sources of this process as they are loaded, where it has a say in which types are recorded. */
export type SourceRunner = 'tsx' | 'vitest';

/** What a process shows of it. */
export interface RunnerSigns {
  /** Whether vitest has left its own global. */
  readonly isVitest: boolean;
  /** The options of Node itself. */
  readonly options: readonly string[];
  /** The files of the modules that were required. */
  readonly modules: readonly string[];
}

/** Returns it; undefined if nothing shows it, as where the code was compiled before. */
export function runnerOf(signs = signsOfThisProcess()): SourceRunner | undefined {
  const { isVitest, options, modules } = signs;
  if (isVitest) return 'vitest';
  const isTsx = (text: string): boolean => /^tsx(?:\/|$)|[\\/]node_modules[\\/]tsx[\\/]dist[\\/]/.test(text);
  return options.some(isTsx) || modules.some(isTsx) ? 'tsx' : undefined;
}

function signsOfThisProcess(): RunnerSigns {
  // A bundler's stand-in for `require` may have no cache.
  const cache = require.cache as NodeJS.Dict<NodeJS.Module> | undefined;
  return {
    isVitest: '__vitest_worker__' in globalThis,
    options: process.execArgv,
    modules: Object.keys(cache ?? {}),
  };
}
