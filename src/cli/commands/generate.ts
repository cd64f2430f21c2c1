import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { howMany } from '../../base/how-many';
import type { ToolClass } from '../../decorators';
import { classesIn } from '../../app/load-modules';
import type { ToolSource } from '../../registries/tool-source';
import { UsageError, type Command, type Io } from '../command';
import { parseCommandLine } from '../parse-command-line';
import { refuseBoth, refuseExtra } from '../refuse-extra';
import type { GeneratedManifest, GenerateRequest } from '../../generate/generate';
import { isManifestText, manifestText } from '../../tool/manifest-text';
import { FORCE, writeOut } from '../write-out';

const USAGE =
  'toolwright generate (--app dist/server.js | --modules "dist/tools/*.js") [--sources "src/**/*.ts"] [--tsconfig tsconfig.json] [--out manifest.json [--force]] [--check]';

/** Combines the types of an author's args classes with their decorators, and writes the manifest. */
export const command: Command = {
  name: 'generate',
  usage: USAGE,
  async run(args, io) {
    const { values, positionals } = parseCommandLine({
      args,
      allowPositionals: true,
      options: {
        app: { type: 'string' },
        modules: { type: 'string', multiple: true },
        sources: { type: 'string', multiple: true },
        tsconfig: { type: 'string', default: 'tsconfig.json' },
        out: { type: 'string', default: 'toolwright.manifest.json' },
        check: { type: 'boolean', default: false },
        ...FORCE,
      },
    });
    refuseExtra(positionals, 0);
    refuseBoth(values, 'app', 'modules');
    const { findStaleBuild } = await import('../project-app/stale-build.js');
    const stale = values.app === undefined ? undefined : findStaleBuild(resolve(io.cwd, values.app));
    if (stale) io.stderr(`build: ${stale.text}. ${stale.cure}\n`);
    const tools = await toolClasses(values, io.cwd);
    if (!tools.length && values.modules) return reportNone(values.modules, io);
    const sourceFiles = values.sources ? await filesOf(values.sources, io.cwd) : [];
    const tsconfig = resolve(io.cwd, values.tsconfig);
    if (sourceFiles.length && !existsSync(tsconfig))
      throw new UsageError(`there is no ${values.tsconfig}; specify one with --tsconfig`);
    const { manifest, problems } = await generated({
      tools,
      sourceFiles,
      tsconfig,
      root: io.cwd,
    });
    for (const problem of problems) io.stderr(`${problem}\n`);
    if (problems.length) return 1;
    const text = manifestText(manifest);
    const count = tools.length
      ? howMany(manifest.tools.length, 'tool')
      : '0 tools, since tools of defineTool need no manifest';
    const report = sourceFiles.length || !tools.length ? count : `${count}, types unchecked (no --sources)`;
    if (values.check) return check(io, values.out, text, report);
    const file = { out: values.out, force: values.force === true, createDirectories: true };
    await writeOut({ ...file, text, kind: 'a manifest', isOwn: isManifestText, report }, io);
    return 0;
  },
};

async function toolClasses(
  { app, modules }: { app?: string | undefined; modules?: string[] | undefined },
  cwd: string,
): Promise<readonly ToolClass[]> {
  if (app !== undefined) {
    const { loadApp } = await import('../../app/load-app.js');
    return classesAmong((await loadApp(resolve(cwd, app))).options.tools ?? []);
  }
  if (!modules?.length) throw new UsageError(`specify --app or --modules: ${USAGE}`);
  const { importModule } = await import('../../app/import-module.js');
  const exported: unknown[] = [];
  for (const file of await filesOf(modules, cwd)) exported.push(...Object.values(await importModule(file)));
  return classesIn([...new Set(exported)]).tools;
}

// What an app has besides classes needs no manifest, so that one without tools is right there.
function reportNone(modules: readonly string[], io: Io): number {
  io.stderr(
    `no tool class was found in ${modules.join(', ')}; classes with @Tool have to be exported there\n`,
  );
  return 1;
}

// Tools from `defineTool` are complete by themselves, and lazy ones come from a manifest already.
function classesAmong(source: ToolSource): ToolClass[] {
  if (Array.isArray(source)) return (source as readonly ToolSource[]).flatMap(classesAmong);
  return typeof source === 'function' ? [source] : [];
}

// The package that reads types is needed only here, so it is an optional peer; 2.4.0 is its last version for Node 20.
async function generated(request: GenerateRequest): Promise<GeneratedManifest> {
  const { generate } = await import('../../generate/generate.js');
  try {
    return await generate(request);
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    throw new UsageError('this needs another package: npm install --save-dev ts-json-schema-generator@2.4.0');
  }
}

async function filesOf(patterns: readonly string[], cwd: string): Promise<string[]> {
  const { glob } = await import('tinyglobby');
  const files = await glob([...patterns], {
    cwd,
    absolute: true,
    ignore: ['**/node_modules/**', '**/*.d.ts'],
  });
  if (!files.length) throw new UsageError(`no file matches ${patterns.join(', ')}`);
  return files.sort();
}

function check(io: Io, out: string, text: string, report: string): number {
  const file = resolve(io.cwd, out);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) {
    io.stdout(`${out} is up to date: ${report}\n`);
    return 0;
  }
  io.stderr(`${out} is stale: run the same command without --check\n`);
  return 1;
}
