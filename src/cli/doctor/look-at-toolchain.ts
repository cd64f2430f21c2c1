import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AppSources } from '../lint/place-findings';
import { readCompilerOptions } from './compiler-options';
import { note, ok, problem, type Finding } from './finding';
import { packageFacts, packageFrom } from './installed-package';
import { lookAtPackages } from './look-at-packages';

/** Looks at Node, the compiler's settings for decorators, and packages that must exist only once. */
export function lookAtToolchain(cwd: string, sources?: AppSources): Finding[] {
  return [nodeVersion(process.versions.node), ...decoratorSettings(cwd), ...lookAtPackages(cwd, sources)];
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
  return {
    ...problem(
      'decorators',
      'experimentalDecorators is on and emitDecoratorMetadata is not, so no field has a type at run time',
      'Set "emitDecoratorMetadata": true in tsconfig.json, or state each type in @Arg.',
    ),
    harmless: "TypeScript's, without the types of fields, which each @Arg states",
  };
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
  const { version } = directory === undefined ? {} : packageFacts(directory);
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
