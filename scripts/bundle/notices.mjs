// The licences of the third-party code inside our bundles, as their authors wrote them.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const LICENCE_FILE = /^(?:licen[cs]e|notice|copying)/i;

const HEAD = `Toolwright contains code of the packages below. Each is used under its own licence, which follows its name.
`;

/** Collects which packages esbuild put into the bundles it made with `plugin`; `write` writes their licences. */
export function bundledPackages() {
  const directories = new Set();
  return {
    plugin: {
      name: 'bundled-packages',
      setup({ onEnd }) {
        onEnd(({ metafile }) => {
          for (const { inputs } of Object.values(metafile?.outputs ?? {}))
            for (const [file, { bytesInOutput }] of Object.entries(inputs))
              if (bytesInOutput > 0 && file.includes('node_modules/')) directories.add(directoryOf(file));
        });
      },
    },
    write: (file) => writeFileSync(file, noticesOf([...directories])),
  };
}

// A package may contain other package.json files, which only state its kind of modules.
function directoryOf(file) {
  for (let at = dirname(resolve(file)); ; at = dirname(at)) {
    const manifest = join(at, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version) return at;
  }
}

function noticesOf(directories) {
  const notices = directories.map((directory) => {
    const { name, version, license, author } = JSON.parse(
      readFileSync(join(directory, 'package.json'), 'utf8'),
    );
    const texts = readdirSync(directory)
      .filter((file) => LICENCE_FILE.test(file))
      .sort()
      .map((file) => readFileSync(join(directory, file), 'utf8').trim());
    const text =
      texts.join('\n\n') || `The package contains no licence text. Its author: ${author?.name ?? author}`;
    return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n\n${text}\n`;
  });
  return [HEAD, ...new Set(notices.sort())].join('\n');
}
