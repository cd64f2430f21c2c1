import { createRequire } from 'node:module';
import { extname, relative, sep } from 'node:path';
import type * as Esbuild from 'esbuild';
import { servedByModule } from '../../app/opened-by-command';
import { AppUsageError } from '../command';
import { projectPackage } from './project-package';

/** A server as one file, which needs no packages. */
export interface Bundle {
  readonly text: string;
  readonly extension: '.mjs' | '.cjs';
}

/** An app that was loaded, and the project it belongs to. */
export interface LoadedModule {
  /** The module that exports it. */
  readonly file: string;
  readonly project: string;
  /** Whether the project's `.js` files are ES modules. */
  readonly isModule: boolean;
}

// Packages written for CommonJS call `require` for modules of Node, which an ES module has to be given.
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; globalThis.require ??= requireOf(import.meta.url);`;

/** Returns how the name of a module's bundle ends: a bundle is of the same kind as the module. */
export function bundleExtension({ file, isModule }: Omit<LoadedModule, 'project'>): Bundle['extension'] {
  const own = extname(file);
  return own === '.mjs' || (own === '.js' && isModule) ? '.mjs' : '.cjs';
}

/** Bundles an app that was loaded, with everything it imports, into one file that serves it on stdio. */
export async function bundleApp(module: LoadedModule): Promise<Bundle> {
  const { file, project } = module;
  refuseOthers(file);
  const esbuild = createRequire(__filename)(projectPackage(project, 'esbuild', 'A bundle')) as typeof Esbuild;
  const extension = bundleExtension(module);
  const isEsm = extension === '.mjs';
  try {
    const { outputFiles } = await esbuild.build({
      stdin: { contents: entryOf(module), resolveDir: project, loader: 'js', sourcefile: 'server.js' },
      absWorkingDir: project,
      bundle: true,
      write: false,
      platform: 'node',
      target: 'node20',
      format: isEsm ? 'esm' : 'cjs',
      // Tools are named after their classes.
      keepNames: true,
      ...(isEsm && { banner: { js: REQUIRE } }),
      logLevel: 'silent',
    });
    return { text: outputFiles[0]!.text, extension };
  } catch (error) {
    throw new AppUsageError(`esbuild can't bundle ${relative(project, file)}: ${firstProblem(error)}`);
  }
}

function refuseOthers(file: string): void {
  if (/^\.[cm]?ts$/.test(extname(file)))
    throw new AppUsageError(
      `${file} is TypeScript, of which a bundler keeps no types; compile it, and name what the compiler wrote, such as --app dist/src/app.js`,
    );
  if (servedByModule() === 'http')
    throw new AppUsageError(
      `${file} serves its app on HTTP when it is imported; keep the app in a module of its own, and name that`,
    );
}

// A module that serves its app itself only has to be imported.
function entryOf({ file, project }: LoadedModule): string {
  const path = JSON.stringify(`./${relative(project, file).split(sep).join('/')}`);
  if (servedByModule()) return `import ${path};\n`;
  return [
    `import * as exported from ${path};`,
    `import { serveStdio } from 'toolwright';`,
    `const { default: first, app } = { ...exported };`,
    `void serveStdio(first?.default ?? first ?? app);`,
    '',
  ].join('\n');
}

function firstProblem(error: unknown): string {
  const { errors, message } = error as Partial<Esbuild.BuildFailure> & { message: string };
  const [first] = errors ?? [];
  if (!first) return message.split('\n', 1)[0]!;
  return `${first.location ? `${first.location.file}:${first.location.line}: ` : ''}${first.text}`;
}
