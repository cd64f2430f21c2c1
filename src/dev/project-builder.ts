import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { AuthorError } from '../errors';

/** How an app is built: by the project's compiler, by its `tsc`, or not at all. */
export type BuildWay =
  | { readonly kind: 'compiler'; readonly tsconfig: string; readonly typescript: string }
  | { readonly kind: 'tsc'; readonly tsconfig: string; readonly tsc: string }
  | { readonly kind: 'none' };

/** Finds out how an app is built; throws if it is TypeScript and there is nothing to compile it with. */
export function buildWayOf(source: string, tsconfig = nearest(source)): BuildWay {
  if (!/^\.[cm]?tsx?$/.test(extname(source))) return { kind: 'none' };
  if (tsconfig === undefined || !existsSync(tsconfig))
    throw new AuthorError(
      source,
      `is TypeScript, and there is no ${tsconfig ?? 'tsconfig.json in its directory or above'}.`,
      'Write one, or name it with --tsconfig FILE.',
    );
  const require = createRequire(tsconfig);
  let version: string;
  try {
    ({ version } = require('typescript/package.json') as { version: string });
  } catch {
    throw new AuthorError(
      source,
      'is TypeScript, and the project has no compiler.',
      'npm install --save-dev typescript',
    );
  }
  // From version 7 on, the package has no interface for programs.
  if (Number.parseInt(version, 10) < 7)
    return { kind: 'compiler', tsconfig, typescript: require.resolve('typescript') };
  return {
    kind: 'tsc',
    tsconfig,
    tsc: join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc'),
  };
}

function nearest(source: string): string | undefined {
  for (let directory = dirname(source); ; directory = dirname(directory)) {
    const file = join(directory, 'tsconfig.json');
    if (existsSync(file)) return file;
    if (directory === dirname(directory)) return undefined;
  }
}
