import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../base/json-value';
import { UsageError } from '../command';

/** The test runners that templates are written for. */
export const RUNNERS = ['jest', 'vitest', 'node'] as const;

/** A test runner; `node` is Node's own. */
export type Runner = (typeof RUNNERS)[number];

/** What templates need to know about the project that they are written into. */
export interface TargetProject {
  /** What relative imports end with: `.js` where Node resolves them, nothing where a bundler does. */
  readonly extension: '.js' | '';
  readonly runner: Runner;
  /** Whether tests find the runner's functions without importing them. */
  readonly globals: boolean;
}

/** Reads package.json and tsconfig.json of a project; a directory without them is taken for one that Node runs. */
export function readTargetProject(directory: string): TargetProject {
  const manifest = jsonIn(join(directory, 'package.json'));
  const needed = { ...fieldOf(manifest, 'devDependencies'), ...fieldOf(manifest, 'dependencies') };
  const options = fieldOf(jsonIn(join(directory, 'tsconfig.json')), 'compilerOptions');
  const resolution = textOf(options['moduleResolution'], '');
  const module = textOf(options['module'], 'nodenext');
  const byNode = manifest['type'] === 'module' || /^node(?:next|\d+)$/.test(module);
  return {
    extension: byNode && resolution !== 'bundler' ? '.js' : '',
    runner:
      'jest' in needed
        ? 'jest'
        : 'vitest' in needed
          ? 'vitest'
          : Object.keys(manifest).length
            ? 'node'
            : 'jest',
    globals: Array.isArray(options['types']) && options['types'].includes('vitest/globals'),
  };
}

function jsonIn(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {};
  try {
    // tsconfig.json may have comments and trailing commas; no string of the fields that are read contains either.
    const text = readFileSync(file, 'utf8')
      .replace(/^\s*\/\/.*$|\/\*[^]*?\*\//gm, '')
      .replace(/,(\s*[}\]])/g, '$1');
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${(error as Error).message}`);
  }
}

function fieldOf(value: Record<string, unknown>, key: string): Record<string, unknown> {
  const field = value[key];
  return isObject(field) ? field : {};
}

function textOf(value: unknown, fallback: string): string {
  return (typeof value === 'string' ? value : fallback).toLowerCase();
}
