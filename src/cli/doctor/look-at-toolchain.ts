import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isObject, parsedJson } from '../../base/json-value';
import { ordinaryText } from '../../disk/ordinary-text';
import { readCompilerOptions } from './compiler-options';
import { note, ok, problem, type Finding } from './finding';

// Decorators, the container and validation keep what they know inside their package: two copies don't see each other's.
const SHARED = ['reflect-metadata', 'typedi', 'class-validator', 'class-transformer'];

/** Looks at Node, the compiler's settings for decorators, and packages that must exist only once. */
export function lookAtToolchain(cwd: string): Finding[] {
  return [nodeVersion(process.versions.node), ...decoratorSettings(cwd), ...doubledPackages(cwd)];
}

/** Judges a version of Node. */
export function nodeVersion(version: string): Finding {
  return Number(version.split('.')[0]) >= 20
    ? ok('Node', version)
    : problem('Node', `${version} is too old`, 'Install Node 20 or newer.');
}

function decoratorSettings(cwd: string): Finding[] {
  const file = join(cwd, 'tsconfig.json');
  if (!existsSync(file))
    return [note('tsconfig.json', 'there is none here, so nothing is known about your compiler')];
  let options: Record<string, unknown>;
  try {
    options = readCompilerOptions(file);
  } catch (error) {
    return [problem('tsconfig.json', (error as Error).message, 'Correct the file.')];
  }
  return [decorators(options, majorOf('typescript', cwd)), ...strictness(options)];
}

function decorators(options: Record<string, unknown>, compiler: number | undefined): Finding {
  const keeping = targetThatKeepsDecorators(options, compiler);
  if (options['experimentalDecorators'] !== true && keeping !== undefined)
    return problem(
      'decorators',
      `${keeping} leaves the standard ones as they are written, and no engine runs them`,
      'Set "experimentalDecorators": true and "emitDecoratorMetadata": true in tsconfig.json, or "target": "es2022" and state each type in @Arg.',
    );
  if (options['experimentalDecorators'] !== true && options['emitDecoratorMetadata'] === true)
    return problem(
      'decorators',
      'emitDecoratorMetadata is on and experimentalDecorators is not: the compiler refuses that, and no field has a type at run time',
      'Set "experimentalDecorators": true in tsconfig.json, or remove "emitDecoratorMetadata" and state each type in @Arg.',
    );
  if (options['experimentalDecorators'] !== true)
    return ok(
      'decorators',
      "the standard ones: each @Arg says its field's type, for example @Arg({ type: 'string' })",
    );
  if (options['emitDecoratorMetadata'] === true)
    return ok('decorators', "TypeScript's, with the types of fields");
  return problem(
    'decorators',
    'experimentalDecorators is on and emitDecoratorMetadata is not, so no field has a type at run time',
    'Set "emitDecoratorMetadata": true in tsconfig.json, or remove "experimentalDecorators" and state each type in @Arg.',
  );
}

function targetThatKeepsDecorators(
  { target, module }: Record<string, unknown>,
  compiler: number | undefined,
): string | undefined {
  if (/^esnext$/i.test(String(target))) return 'the target esnext';
  const implied = target === undefined && /^nodenext$/i.test(String(module));
  return implied && compiler !== undefined && compiler < 6
    ? `in TypeScript ${compiler} "module": "nodenext" implies the target esnext, which`
    : undefined;
}

function majorOf(name: string, cwd: string): number | undefined {
  const directory = packageFrom(cwd, name);
  const facts = directory && parsedJson(ordinaryText(join(directory, 'package.json')) ?? '');
  const version = isObject(facts) ? facts['version'] : undefined;
  return typeof version === 'string' ? Number.parseInt(version, 10) : undefined;
}

function strictness(options: Record<string, unknown>): Finding[] {
  if (options['strict'] === true || options['strictNullChecks'] === true) return [];
  return [
    note(
      'compiler',
      'strict is off: the compiler can’t tell an optional field from a required one',
      'Set "strict": true in tsconfig.json.',
    ),
  ];
}

function doubledPackages(cwd: string): Finding[] {
  const own = packageFrom(cwd, 'toolwright');
  if (own === undefined)
    return [note('toolwright', 'is not installed in this project', 'Run npm install toolwright.')];
  const doubled = SHARED.flatMap((name) => {
    const [theirs, ours] = [packageFrom(cwd, name), packageFrom(own, name)];
    return theirs !== undefined && ours !== undefined && theirs !== ours
      ? [[name, theirs, ours] as const]
      : [];
  });
  if (!doubled.length) return [ok('packages', 'each is installed once')];
  return doubled.map(([name, theirs, ours]) =>
    problem(
      'packages',
      `${name} is installed twice, in ${theirs} and in ${ours}: your classes and Toolwright don't see the same one`,
      `Run npm dedupe, or ask for the version of ${name} that Toolwright has.`,
    ),
  );
}

/** Returns the real directory of a package as a module in a directory would find it. */
function packageFrom(directory: string, name: string): string | undefined {
  const from = createRequire(join(directory, 'index.js'));
  for (const place of from.resolve.paths(name) ?? []) {
    const manifest = join(place, name, 'package.json');
    if (existsSync(manifest)) return dirname(realpathSync(manifest));
  }
  return undefined;
}
