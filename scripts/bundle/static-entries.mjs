// The entries for those who bundle the library into a file of their own: a bundler sees every package and every module of
// Node by its name, and no file is read at run time.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OPTIONAL } from './parts.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Writes dist/static: one module for each entry of the package, over the parts of the bundle in `files`. */
export function writeStaticEntries(dist, entries, files, packages) {
  const directory = join(dist, 'static');
  mkdirSync(directory);
  const builtins = packages.filter(isBuiltin);
  const thunks = (pairs) =>
    `{\n${pairs.map(([name, path]) => `  ${JSON.stringify(name)}: () => require(${JSON.stringify(path)}),`).join('\n')}\n}`;
  const served = packages.filter((name) => !isBuiltin(name) && !OPTIONAL.includes(name));
  writeFileSync(
    join(directory, 'parts.cjs'),
    readFileSync(join(here, 'static-parts.cjs'), 'utf8')
      .replace("'__PACKAGES__'", thunks(served.map((name) => [name, name.replace(/^\.\//, '../')])))
      .replace("'__PARTS__'", thunks(Object.entries(files).map(([part, file]) => [part, `../${file}`]))),
  );
  const imports = builtins.map((name, index) => `import * as n${index} from ${JSON.stringify(name)};`);
  const table = builtins.map((name, index) => `  ${JSON.stringify(name)}: n${index},`);
  writeFileSync(
    join(directory, 'node.mjs'),
    `${imports.join('\n')}\nexport const node = {\n${table.join('\n')}\n};\nexport const url = import.meta.url;\n`,
  );
  for (const [entry, exported] of entries) {
    const lines = exported.map((name) => `export const ${name} = library.${name};`);
    writeFileSync(
      join(directory, `${entry}.mjs`),
      `import parts from './parts.cjs';\nimport { node, url } from './node.mjs';\nconst library = parts.load('${entry}', node, url);\n${lines.join('\n')}\n`,
    );
  }
}
