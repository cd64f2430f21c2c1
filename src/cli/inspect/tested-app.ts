import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isObject, parsedJson } from '../../base/json-value';
import type { Subject } from '../../inspect/subject';
import { readTargetProject, type TargetProject } from '../new/target-project';
import { buildLayoutOf } from '../project-app/build-layout';

/** Finds out how tests of an app are written in its project: what they import, in which language, and by what they are run. */
export function testedApp(
  file: string,
  cwd: string,
): Pick<Subject, 'testedModule' | 'testLanguage' | 'testRunner' | 'testGlobals'> {
  // Tests are compiled beside the sources, so that they import those and not what was built of them.
  const layout = buildLayoutOf(file);
  const project = layout?.project ?? cwd;
  const target = targetIn(project);
  return {
    testedModule: fromTests(relative(project, layout ? importOf(layout.source, target) : file)),
    testLanguage: layout ? 'typescript' : languageOf(file, project),
    ...(target && { testRunner: target.runner, testGlobals: target.globals }),
  };
}

// A source is imported as what it is compiled to, or without an ending where a bundler finds it.
function importOf(source: string, target: TargetProject | undefined): string {
  return source.replace(/\.ts$/, target?.extension ?? '.js').replace(/\.([mc])ts$/, '.$1js');
}

// A project with a tsconfig.json is written in TypeScript, whatever its app was compiled to.
function languageOf(file: string, project: string): 'typescript' | 'module' | 'commonjs' {
  if (/\.[cm]?tsx?$/.test(file) || existsSync(join(project, 'tsconfig.json'))) return 'typescript';
  if (/\.[cm]js$/.test(file)) return file.endsWith('.mjs') ? 'module' : 'commonjs';
  return isModule(project) ? 'module' : 'commonjs';
}

function isModule(project: string): boolean {
  const manifest = join(project, 'package.json');
  const facts = existsSync(manifest) ? parsedJson(readFileSync(manifest, 'utf8')) : undefined;
  return isObject(facts) && facts['type'] === 'module';
}

// What is wrong with a package.json is for others to say.
function targetIn(project: string): TargetProject | undefined {
  try {
    return readTargetProject(project);
  } catch {
    return undefined;
  }
}

function fromTests(path: string): string {
  return `../${path.split(sep).join('/')}`;
}
