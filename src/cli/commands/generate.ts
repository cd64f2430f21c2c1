import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ToolClass } from '../../decorators';
import { toolNoteOf } from '../../metadata';
import { UsageError, type Command, type Io } from '../command';
import { parseCommandLine } from '../parse-command-line';
import type { Generated, GenerateRequest } from '../../generate/generate';

const USAGE =
  'toolwright generate --modules "dist/tools/*.js" [--sources "src/**/*.ts"] [--tsconfig tsconfig.json] [--out manifest.json] [--check]';

/** Joins the types of an author's args classes with their decorators, and writes the manifest. */
export const command: Command = {
  name: 'generate',
  summary: 'check args classes against their types and write the manifest',
  usage: USAGE,
  async run(args, io) {
    const { values } = parseCommandLine({
      args,
      options: {
        modules: { type: 'string', multiple: true },
        sources: { type: 'string', multiple: true },
        tsconfig: { type: 'string', default: 'tsconfig.json' },
        out: { type: 'string', default: 'toolwright.manifest.json' },
        check: { type: 'boolean', default: false },
      },
    });
    if (!values.modules?.length) throw new UsageError(`name the modules: ${USAGE}`);
    const modules = await filesOf(values.modules, io.cwd);
    const sourceFiles = values.sources ? await filesOf(values.sources, io.cwd) : [];
    const tsconfig = resolve(io.cwd, values.tsconfig);
    if (sourceFiles.length && !existsSync(tsconfig))
      throw new UsageError(`there is no ${values.tsconfig}; name it with --tsconfig`);
    const { manifest, problems } = await generated({
      tools: toolClassesOf(modules),
      sourceFiles,
      tsconfig,
      root: io.cwd,
    });
    for (const problem of problems) io.stderr(`${problem}\n`);
    if (problems.length) return 1;
    const text = `${JSON.stringify(manifest, null, 1)}\n`;
    if (values.check) return check(io, values.out, text);
    const count = `${manifest.tools.length} tools`;
    return write(
      io,
      values.out,
      text,
      sourceFiles.length ? count : `${count}, types unchecked (no --sources)`,
    );
  },
};

/** The tool classes that compiled modules export. */
export function toolClassesOf(modules: readonly string[]): ToolClass[] {
  const found = new Set<ToolClass>();
  for (const module of modules) {
    for (const value of Object.values(require(module) as Record<string, unknown>)) {
      if (typeof value === 'function' && toolNoteOf(value)) found.add(value as ToolClass);
    }
  }
  return [...found];
}

// The package that reads types is only needed here, so it is an optional peer; 2.4.0 is its last for Node 20.
async function generated(request: GenerateRequest): Promise<Generated> {
  const { generate } = await import('../../generate/generate.js');
  try {
    return await generate(request);
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      'this needs one package more: npm install --save-dev ts-json-schema-generator@2.4.0',
    );
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

function check(io: Io, out: string, text: string): number {
  const file = resolve(io.cwd, out);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return 0;
  io.stderr(`${out} is stale: run the same command without --check\n`);
  return 1;
}

function write(io: Io, out: string, text: string, what: string): number {
  const file = resolve(io.cwd, out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  io.stdout(`${out}: ${what}\n`);
  return 0;
}
