import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The root of the repository. */
export const repository = join(__dirname, '..', '..');

/** A module of `src/`, parsed. */
export interface Source {
  /** Its path from the root of the repository, with forward slashes. */
  readonly path: string;
  readonly tree: ts.SourceFile;
}

/** Parses every TypeScript module below a folder of the repository. */
export function sourcesIn(folder: string): Source[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => {
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      const text = readFileSync(join(repository, path), 'utf8');
      return { path, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
    });
}

/** Visits every node of a tree. */
export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}
