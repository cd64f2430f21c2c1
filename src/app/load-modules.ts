import { readFileSync } from 'node:fs';
import type { PromptClass, ResourceClass, ToolClass } from '../decorators';
import { ConfigError, type ConfigProblem } from '../config';
import { promptNoteOf, resourceNoteOf, toolNoteOf } from '../metadata';
import type { Setup } from './pack';

/** The annotated classes of modules, by kind. */
export interface ModuleClasses {
  readonly tools: readonly ToolClass[];
  readonly prompts: readonly PromptClass[];
  readonly resources: readonly ResourceClass[];
}

const NONE: ModuleClasses = { tools: [], prompts: [], resources: [] };

/** Loads the classes of the modules named in the configuration; loads nothing if it names none. */
export async function loadModules({
  config,
  sources,
  cwd,
  trust,
}: Pick<Setup, 'config' | 'sources' | 'cwd' | 'trust'>): Promise<ModuleClasses> {
  if (!config.modules.length) return NONE;
  const { importModule } = await import('./import-module.js');
  const files = new Set<string>();
  for (const [index, pattern] of config.modules.entries()) {
    const found = await moduleFiles(pattern, cwd);
    if (!found.length) throw new ConfigError([noModules(pattern, index, sources, cwd)]);
    for (const file of await usable(found, pattern, trust)) files.add(file);
  }
  const exported = new Set<unknown>();
  for (const file of files) trust.use(file);
  for (const file of files) for (const value of Object.values(await importModule(file))) exported.add(value);
  return classesIn([...exported]);
}

/** Words that a pattern names no modules. */
export function noModules(
  pattern: string,
  index: number,
  sources: Setup['sources'],
  cwd: string,
): ConfigProblem {
  return {
    origin: sources.where(`modules[${index}]`),
    path: `modules[${index}]`,
    message: `names ${pattern}, which matches no file under ${cwd}`,
    cure: 'Correct it, or compile the modules first.',
  };
}

/** Returns the modules that a pattern names, sorted. */
export async function moduleFiles(pattern: string, cwd: string): Promise<string[]> {
  const { glob } = await import('tinyglobby');
  const found = await glob([pattern], { cwd, absolute: true, ignore: ['**/node_modules/**', '**/*.d.ts'] });
  return found.sort();
}

async function usable(found: readonly string[], pattern: string, trust: Setup['trust']): Promise<string[]> {
  if (trust.isNamed('modules', pattern)) return [...found];
  const accepts = await trust.judge();
  return found.filter((file) => accepts(file, readFileSync(file), 'module'));
}

/** Returns the annotated classes among values. */
export function classesIn(values: readonly unknown[]): ModuleClasses {
  const classes = values.filter((value) => typeof value === 'function');
  return {
    tools: classes.filter((cls) => toolNoteOf(cls)) as ToolClass[],
    prompts: classes.filter((cls) => promptNoteOf(cls)) as PromptClass[],
    resources: classes.filter((cls) => resourceNoteOf(cls)) as ResourceClass[],
  };
}
