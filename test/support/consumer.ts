import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blocksOf, fileOf } from './pages';
import { temporaryDirectory } from './temporary-directory';

const root = join(__dirname, '..', '..');

interface PackageJson {
  readonly peerDependencies: Record<string, string>;
  readonly peerDependenciesMeta: Record<string, { optional?: boolean }>;
}

/** Packs the package as npm would publish it. */
export function packed(): string {
  const folder = temporaryDirectory('toolwright-pack');
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    stdio: 'ignore',
  });
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
  );
}

/** Makes a directory that has the packed package and, of this checkout's packages, only those that come along with it. */
export function consumerDirectory(): string {
  const folder = temporaryDirectory('toolwright-consumer');
  const { peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as PackageJson;
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  for (const name of peers) link(folder, name, join(root, 'node_modules', name));
  mkdirSync(join(folder, 'node_modules', 'toolwright'));
  execFileSync('tar', [
    'xzf',
    packed(),
    '--strip-components=1',
    '-C',
    join(folder, 'node_modules', 'toolwright'),
  ]);
  return folder;
}

/** Makes a package of somewhere else available in a directory. */
export function link(folder: string, name: string, target: string): void {
  const place = join(folder, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(target, place);
}

/** Adds what a reader installs beside the package, and the commands of all of it, as npm would. */
export function addCommands(folder: string): void {
  const bin = join(folder, 'node_modules', '.bin');
  mkdirSync(bin);
  for (const name of ['typescript', 'esbuild', 'ts-json-schema-generator', '@types/node', 'undici-types'])
    link(folder, name, join(root, 'node_modules', name));
  symlinkSync(join(root, 'node_modules', '.bin', 'esbuild'), join(bin, 'esbuild'));
  symlinkSync('../toolwright/dist/bin/toolwright.js', join(bin, 'toolwright'));
  // Declarations are checked by package.test.ts; checking them again for each page takes most of the time.
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  writeFileSync(join(bin, 'tsc'), `#!/bin/sh\nexec node '${tsc}' --skipLibCheck "$@"\n`, { mode: 0o755 });
}

/** Writes the files of a project into a directory of its own below a consumer's. */
export function project(consumer: string, name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(consumer, name.replace(/\W+/g, '-'));
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

/** The first tool of the README, its tsconfig.json, and a package.json for either kind of module. */
export function firstTool(type: 'commonjs' | 'module'): Record<string, string> {
  return {
    ...Object.fromEntries(
      blocksOf('README.md').flatMap((block) => (fileOf(block) ? [[fileOf(block)!, block.text]] : [])),
    ),
    'package.json': JSON.stringify({ name: 'notes', version: '1.0.0', private: true, type }),
  };
}
