import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../../src/disk/make-directory';
import { temporaryDirectory } from '../../support/temporary-directory';

test('makes a directory with its parents, and is content with one that is there', () => {
  const base = temporaryDirectory('make-directory');
  const deep = join(base, 'a', 'b', 'c');
  makeDirectory(deep, 0o700);
  makeDirectory(deep);
  expect(statSync(deep).isDirectory()).toBe(true);
  expect(statSync(join(base, 'a')).mode & 0o777).toBe(0o700);
  makeDirectory('/');
});

test('throws where a file is in the way', () => {
  const base = temporaryDirectory('make-directory');
  writeFileSync(join(base, 'file'), '');
  expect(() => makeDirectory(join(base, 'file'))).toThrow('EEXIST');
  expect(() => makeDirectory(join(base, 'file', 'below', 'it'))).toThrow('ENOTDIR');
});

test('ends where nothing can be made', () => {
  expect(() => makeDirectory('/proc/nowhere/deep/down')).toThrow();
  const base = temporaryDirectory('make-directory');
  mkdirSync(join(base, 'closed'));
  chmodSync(join(base, 'closed'), 0o500);
  if (process.getuid?.() === 0) return;
  expect(() => makeDirectory(join(base, 'closed', 'a', 'b'))).toThrow('EACCES');
});
