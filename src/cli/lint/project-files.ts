import { dirname, relative } from 'node:path';
import type { CompilerOptions } from 'typescript';
import { isTest, isTypeScript } from '../../generate/source-files';
import type { Compiler } from '../../generate/typescript-compiler';

/** Returns the options that a tsconfig.json gives its compiler; none if it can't be read. */
export function compilerOptionsIn(ts: Compiler, tsconfig: string): CompilerOptions {
  const read = ts.readConfigFile(tsconfig, (file) => ts.sys.readFile(file));
  if (read.error) return {};
  return ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(tsconfig)).options;
}

/** Returns the TypeScript files that a tsconfig.json includes, also through references, without tests and what is installed. */
export function projectFiles(ts: Compiler, tsconfig: string, seen = new Set<string>()): string[] {
  if (seen.has(tsconfig) || !ts.sys.fileExists(tsconfig)) return [];
  seen.add(tsconfig);
  const directory = dirname(tsconfig);
  const read = ts.readConfigFile(tsconfig, (file) => ts.sys.readFile(file));
  // A file that can't be read would count as one that includes everything.
  if (read.error) return [];
  const { fileNames, projectReferences = [] } = ts.parseJsonConfigFileContent(read.config, ts.sys, directory);
  const own = fileNames.filter(
    (file) => isTypeScript(file) && !isTest(file) && !APART.test(relative(directory, file)),
  );
  const referenced = projectReferences.flatMap((reference) =>
    projectFiles(ts, ts.resolveProjectReferencePath(reference), seen),
  );
  return [...own, ...referenced];
}

const APART = /(?:^|[\\/])(?:node_modules|tests?|__tests__)[\\/]/;
