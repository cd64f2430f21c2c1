import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { DefinitionProblem, Guidance } from '../../mtdf';
import { problemReport } from '../../mtdf/definition-problem';
import { UsageError, type Command, type Io } from '../command';
import { parseCommandLine } from '../parse-command-line';
import { refuseExtra } from '../refuse-extra';

const USAGE = `toolwright mtdf validate [--guidance FILE] [--strict] [--json] [--specs] FILE|DIR…
  toolwright mtdf schema

  validate  checks definition files; exit code 0 if all can be loaded, 1 if some cannot, 2 for wrong usage
    --guidance FILE  the file that guidance_key refers to; defaults to tool_guidance.json next to each file
    --strict         treat warnings as errors
    --json           print the problems as JSON
    --specs          report definitions without spec.md and plan.md (in a directory of the same name next to them)
  schema    prints the JSON Schema of the format`;

const OPTIONS = {
  guidance: { type: 'string' },
  strict: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  specs: { type: 'boolean', default: false },
} as const;

interface Values {
  readonly guidance?: string | undefined;
  readonly strict: boolean;
  readonly json: boolean;
  readonly specs: boolean;
}

/** Validates definition files, for people and for CI. */
export const command: Command = {
  name: 'mtdf',
  usage: USAGE,
  async run(args, io) {
    const { values, positionals } = parseCommandLine({ args, allowPositionals: true, options: OPTIONS });
    const [verb, ...paths] = positionals;
    if (verb === 'validate') return validate(paths, values, io);
    if (verb !== 'schema')
      throw new UsageError("write 'toolwright mtdf validate FILE…' or 'toolwright mtdf schema'");
    refuseExtra(paths, 0);
    const { mtdfSchema } = await import('../../mtdf/index.js');
    io.stdout(`${JSON.stringify(mtdfSchema(), null, 2)}\n`);
    return 0;
  },
};

async function validate(paths: readonly string[], values: Values, io: Io): Promise<number> {
  const files = paths.flatMap((path) => definitionPaths(resolve(io.cwd, path), path));
  if (!files.length) throw new UsageError('specify the files or directories to validate');
  const { hasErrors, validateDefinition } = await import('../../mtdf/index.js');
  const { readText } = await import('../../mtdf/read-definition-files.js');
  const builtIns = await builtInTools();
  const problems: DefinitionProblem[] = [];
  for (const path of files) {
    const file = shown(path, io.cwd);
    const read = await readText(path);
    if ('error' in read) {
      problems.push(plain(file, read.error));
      continue;
    }
    const guidance = await guidanceFor(path, values.guidance && resolve(io.cwd, values.guidance), problems);
    const judged = validateDefinition(read.text, file, { guidance, strict: values.strict, builtIns });
    problems.push(...judged.problems);
    if (values.specs) problems.push(...missingPages(path, file));
  }
  report(
    problems,
    files.map((path) => shown(path, io.cwd)),
    values.json,
    io,
  );
  return hasErrors(problems) ? 1 : 0;
}

async function builtInTools(): Promise<Map<string, string>> {
  const { PACK_LOADERS } = await import('../../app/packs/index.js');
  const packs = await Promise.all(Object.values(PACK_LOADERS).map((load) => load()));
  return new Map(packs.flatMap((pack) => Object.keys(pack.tools).map((tool) => [tool, pack.name] as const)));
}

function definitionPaths(path: string, given: string): string[] {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts) throw new UsageError(`there is no file or directory '${given}'`);
  if (!facts.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => name.endsWith('.json') && name !== 'tool_guidance.json');
  return names.sort().map((name) => join(path, name));
}

async function guidanceFor(
  path: string,
  given: string | undefined,
  problems: DefinitionProblem[],
): Promise<Guidance> {
  const { parseGuidance, STANDARD_GUIDANCE } = await import('../../mtdf/index.js');
  const { guidanceFileOf, readText } = await import('../../mtdf/read-definition-files.js');
  const read = given === undefined ? await guidanceFileOf(join(path, '..')) : await readText(given);
  if (!read) return STANDARD_GUIDANCE;
  if ('error' in read) throw new UsageError(`cannot read the guidance file: ${read.error}`);
  const { guidance, problems: found } = parseGuidance(read.text, read.file);
  problems.push(...found.filter((problem) => !problems.some((known) => known.file === problem.file)));
  return guidance;
}

// The pages of the spec-driven workflow: in a directory with the definition's name, next to it.
function missingPages(path: string, file: string): DefinitionProblem[] {
  const directory = path.replace(/\.json$/, '');
  return ['spec.md', 'plan.md']
    .filter((page) => !statSync(join(directory, page), { throwIfNoEntry: false })?.isFile())
    .map((page) => ({
      ...plain(file, `${page} is missing`),
      kind: 'MissingRequired',
      suggestion: `write ${shown(join(directory, page), join(path, '..'))}, or create it with \`toolwright new tool\``,
    }));
}

function report(
  problems: readonly DefinitionProblem[],
  files: readonly string[],
  json: boolean,
  io: Io,
): void {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const bad = new Set(
    problems.filter((problem) => problem.severity === 'error').map((problem) => problem.file),
  );
  if (json) return io.stdout(`${JSON.stringify({ files, valid: errors === 0, problems }, null, 2)}\n`);
  for (const file of new Set([...files, ...problems.map((problem) => problem.file)])) {
    const own = problems.filter((problem) => problem.file === file);
    io.stdout(own.length ? `${problemReport(file, own)}\n` : `${file}: valid\n`);
  }
  const warnings = problems.length - errors;
  io.stdout(`${files.length} file(s), ${bad.size} invalid, ${errors} error(s), ${warnings} warning(s)\n`);
}

function plain(file: string, message: string): DefinitionProblem {
  return { file, path: 'root', line: 1, column: 1, kind: 'InvalidValue', severity: 'error', message };
}

function shown(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short.startsWith('..') ? path : short;
}
