import { isBuiltin } from 'node:module';
import { isObject } from '../../base/json-value';
import type { AppSources } from '../lint/place-findings';
import { note, ok, problem, type Finding } from './finding';
import { packageFacts, packageFrom } from './installed-package';

// Decorators, the container and validation keep what they know inside their package: two copies don't see each other's.
const SHARED = ['reflect-metadata', 'typedi', 'class-validator', 'class-transformer'];

/** Looks for packages that must exist only once, in the project and in what its app can reach. */
export function lookAtPackages(cwd: string, sources: AppSources | undefined): Finding[] {
  const own = packageFrom(cwd, 'toolwright');
  if (own === undefined)
    return [note('toolwright', 'is not installed in this project', 'Run npm install toolwright.')];
  const found = [...doubled(cwd, own), ...otherCopies(cwd, own, sources)];
  return found.length ? found : [ok('packages', 'each is installed once')];
}

function doubled(cwd: string, own: string): Finding[] {
  return SHARED.flatMap((name) => {
    const [theirs, ours] = [packageFrom(cwd, name), packageFrom(own, name)];
    if (theirs === undefined || ours === undefined || theirs === ours) return [];
    return [
      problem(
        'packages',
        `${name} is installed twice, in ${theirs} and in ${ours}: your classes and Toolwright don't see the same one`,
        `Run npm dedupe, or ask for the version of ${name} that Toolwright has.`,
      ),
    ];
  });
}

function otherCopies(cwd: string, own: string, sources: AppSources | undefined): Finding[] {
  return [...reached(cwd, [...dependenciesIn(cwd), ...importedBy(sources)])].flatMap(([name, directory]) => {
    const other = directory === own ? undefined : packageFrom(directory, 'toolwright');
    if (other === undefined || other === own) return [];
    const [ours, theirs] = [own, other].map((place) => String(packageFacts(place)['version']));
    const text = `toolwright is installed twice, for your app in ${own} (${ours}) and for ${name} in ${other} (${theirs})`;
    return ours === theirs
      ? [note('packages', text, 'Run npm dedupe.')]
      : [
          problem(
            'packages',
            `${text}: classes of one may not be understood by the other`,
            `Run npm dedupe, or take a version of ${name} that needs toolwright ${ours}.`,
          ),
        ];
  });
}

// The packages that are loaded with some, by their dependencies, each with its directory.
function reached(cwd: string, names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const left = names.map((name) => ({ name, from: cwd }));
  for (let next = left.pop(); next; next = left.pop()) {
    const directory = packageFrom(next.from, next.name);
    if (directory === undefined || seen.has(directory)) continue;
    seen.add(directory);
    if (next.name !== 'toolwright') found.set(next.name, directory);
    for (const name of dependenciesIn(directory)) left.push({ name, from: directory });
  }
  return found;
}

function dependenciesIn(directory: string): string[] {
  const facts = packageFacts(directory);
  return ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap((kind) =>
    isObject(facts[kind]) ? Object.keys(facts[kind]) : [],
  );
}

// Not every package that is imported is stated.
function importedBy(sources: AppSources | undefined): string[] {
  const { ts, files = [] } = sources ?? {};
  return files.flatMap((file) =>
    ts!
      .preProcessFile(ts!.sys.readFile(file) ?? '', true, true)
      .importedFiles.map(({ fileName }) => fileName)
      .filter((name) => !/^[./]/.test(name) && !isBuiltin(name))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  );
}
