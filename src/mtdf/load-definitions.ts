import { isObject } from '../base/json-value';
import { cyclesOf } from './sequence-cycles';
import type { Definition } from './definition';
import { parseGuidance, STANDARD_GUIDANCE, type Guidance } from './definition-guidance';
import { leavesOf } from './leaves';
import { hasErrors, type DefinitionProblem } from './definition-problem';
import { definitionFiles, guidanceFileOf, readText, type DefinitionText } from './read-definition-files';
import { validateDefinition } from './validate-definition';

/** What a file of a definition directory is taken for; many projects keep other JSON files in `tools`. */
export type FileKind = 'definition' | 'guidance' | 'other';

/** Where definitions come from. */
export interface DefinitionSources {
  /** The operator's directories; of two definitions with the same name, the first wins. */
  readonly dirs: readonly string[];
  /** The shipped definitions, and which of them are enabled. */
  readonly shipped?: { readonly dir: string; readonly enable: readonly string[] };
  /** The guidance file for all directories; by default each uses its own. */
  readonly guidance?: string;
  /** Treat warnings as errors. */
  readonly strict?: boolean;
  /** Returns whether a file may be used; all may by default. */
  readonly accepts?: (file: string, text: string, kind: FileKind) => boolean;
}

/** A valid definition. */
export interface LoadedDefinition {
  readonly definition: Definition;
  readonly file: string;
  readonly text: string;
  readonly guidance: Guidance;
}

/** The definitions in the directories, and all problems with them. */
export interface Loaded {
  readonly definitions: readonly LoadedDefinition[];
  readonly problems: readonly DefinitionProblem[];
}

/** Loads every directory; an invalid file is skipped and reported, and does not affect the others. */
export async function loadDefinitions(sources: DefinitionSources): Promise<Loaded> {
  const found = new Map<string, LoadedDefinition>();
  const problems: DefinitionProblem[] = [];
  for (const dir of sources.dirs) await loadDirectory(dir, sources, found, problems);
  const { shipped } = sources;
  if (shipped?.enable.length) {
    const wanted = new Set(shipped.enable);
    await loadDirectory(shipped.dir, { strict: sources.strict ?? false }, found, problems, wanted);
    for (const name of wanted) problems.push(simple(shipped.dir, `there is no shipped definition "${name}"`));
  }
  const definitions = withoutCycles([...found.values()], problems);
  return { definitions, problems };
}

async function loadDirectory(
  dir: string,
  sources: Omit<DefinitionSources, 'dirs' | 'shipped'>,
  found: Map<string, LoadedDefinition>,
  problems: DefinitionProblem[],
  wanted?: Set<string>,
): Promise<void> {
  const files = await definitionFiles(dir);
  if (!files.length) return;
  const guidance = await guidanceFor(dir, sources, problems);
  for (const read of files) {
    if ('error' in read) {
      problems.push(simple(read.file, read.error));
      continue;
    }
    if (sources.accepts && !sources.accepts(read.file, read.text, definitionKindOf(read.text))) continue;
    const judged = validateDefinition(read.text, read.file, { guidance, strict: sources.strict ?? false });
    const { definition } = judged;
    if (wanted && !(definition && wanted.delete(definition.name))) continue;
    problems.push(...judged.problems);
    if (!definition) continue;
    const earlier = found.get(definition.name);
    if (!earlier) found.set(definition.name, { definition, file: read.file, text: read.text, guidance });
    else problems.push(overridden(read.file, definition.name, earlier.file));
  }
}

async function guidanceFor(
  dir: string,
  { guidance: given, accepts }: Pick<DefinitionSources, 'guidance' | 'accepts'>,
  problems: DefinitionProblem[],
): Promise<Guidance> {
  const read: DefinitionText | undefined =
    given === undefined ? await guidanceFileOf(dir) : await readText(given);
  if (!read) return STANDARD_GUIDANCE;
  if ('error' in read) {
    problems.push(simple(read.file, read.error));
    return STANDARD_GUIDANCE;
  }
  if (accepts && !accepts(read.file, read.text, 'guidance')) return STANDARD_GUIDANCE;
  const parsed = parseGuidance(read.text, read.file);
  problems.push(...parsed.problems);
  return hasErrors(parsed.problems) ? STANDARD_GUIDANCE : parsed.guidance;
}

// Sequences that are part of a cycle are skipped; those that only lead to it fail at that step.
function withoutCycles(
  definitions: readonly LoadedDefinition[],
  problems: DefinitionProblem[],
): LoadedDefinition[] {
  const cycles = cyclesOf(definitions.flatMap((one) => leavesOf(one.definition)));
  return definitions.filter((one) => {
    const own = cycles.filter((cycle) => cycle.leaf.definition === one.definition);
    for (const { leaf, names } of own) {
      const message = `the sequence leads back to itself: ${names.join(' → ')}`;
      problems.push({ ...simple(one.file, message), path: leaf.sequencePath, kind: 'LogicalInconsistency' });
    }
    return own.length === 0;
  });
}

function overridden(file: string, name: string, by: string): DefinitionProblem {
  return {
    ...simple(file, `"${name}" is already defined in ${by}, which takes precedence`),
    severity: 'warning',
    path: 'name',
  };
}

/** Returns whether a text is a definition, or a file of another program that happens to be JSON. */
export function definitionKindOf(text: string): FileKind {
  try {
    const value: unknown = JSON.parse(text);
    const named =
      isObject(value) && typeof value['name'] === 'string' && typeof value['command'] === 'string';
    return named ? 'definition' : 'other';
  } catch {
    return 'other';
  }
}

function simple(file: string, message: string): DefinitionProblem {
  return { file, path: 'root', line: 1, column: 1, kind: 'InvalidValue', severity: 'error', message };
}
