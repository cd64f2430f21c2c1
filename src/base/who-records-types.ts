import { runnerOf, type SourceRunner } from './source-runner';
import { ownDecoratorMetadata } from './symbol-metadata';

/** Why the types of fields and parameters were not recorded, and what to do other than state them. */
export interface Unrecorded {
  readonly cause: string;
  readonly cure: string;
}

const SETTINGS = 'experimentalDecorators and emitDecoratorMetadata';

const BY_RUNNER: Readonly<Record<SourceRunner, Unrecorded>> = {
  tsx: {
    cause: 'tsx, which runs this process, records no types, whatever tsconfig.json says',
    cure: `build with tsc, with ${SETTINGS} in tsconfig.json, and run the JavaScript`,
  },
  vitest: {
    cause: `vitest records types from version 4 on, and only with ${SETTINGS} in tsconfig.json`,
    cure: 'set both in tsconfig.json (with vitest 3 and older, test what tsc has built)',
  },
};

const STANDARD: Unrecorded = {
  cause: 'standard decorators record no types',
  cure: `set ${SETTINGS} in tsconfig.json and build with tsc`,
};

const UNKNOWN: Unrecorded = {
  cause: `tsc records types only with ${SETTINGS}; standard decorators, esbuild and tsx never do`,
  cure: 'set both in tsconfig.json and build with tsc',
};

/** Says which compiler or setting it is due to that a class has no recorded types, as far as that can be known. */
export function whyUnrecorded(cls?: object, runner = runnerOf()): Unrecorded {
  if (runner === 'tsx') return BY_RUNNER.tsx;
  if (cls && ownDecoratorMetadata(cls)) return STANDARD;
  return runner === undefined ? UNKNOWN : BY_RUNNER[runner];
}
