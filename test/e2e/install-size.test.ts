import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

// From the lock file and what npm would pack, so that no registry is asked. There is room for newer versions of what is fixed.
test('an install stays small: packages, and space on disk', () => {
  const printed = execFileSync(process.execPath, [join(root, 'bench', 'install-size.mjs')], {
    encoding: 'utf8',
  });
  const { packages, installMiB, ownMiB } = JSON.parse(printed) as Record<string, number>;
  expect(packages).toBeGreaterThan(5);
  expect(packages).toBeLessThanOrEqual(10);
  expect(ownMiB).toBeGreaterThan(4);
  expect(ownMiB).toBeLessThan(9.5);
  expect(installMiB).toBeLessThan(36);
});

test('nothing is installed but what authors share with us', () => {
  const {
    dependencies = {},
    peerDependencies,
    peerDependenciesMeta,
    scripts,
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, unknown>>;
  const required = Object.keys(peerDependencies!).filter((name) => !(name in peerDependenciesMeta!));
  expect([...Object.keys(dependencies), ...required].sort()).toEqual([
    'class-transformer',
    'class-validator',
    'reflect-metadata',
    'typedi',
  ]);
  expect(Object.keys(scripts!).filter((name) => /^(?:pre|post)?install$/.test(name))).toEqual([]);
});
