import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { claimChain } from '../../../src/audit/claim-chain';
import { temporaryDirectory } from '../../support/temporary-directory';

function directoryWith(owner: string): string {
  const directory = temporaryDirectory('tw-claim');
  mkdirSync(join(directory, '1'));
  writeFileSync(join(directory, '1', 'owner'), owner);
  return directory;
}

test('a chain is claimed by one process, and free when it is released', () => {
  const directory = temporaryDirectory('tw-claim');
  const one = claimChain(directory);
  expect(claimChain(directory).name).toBe('2');
  one.release();
  one.release();
  expect(claimChain(directory).name).toBe('1');
  expect(claimChain(directory).name).toBe('3');
});

test.each([
  ['of another machine is left to it, whether or not it runs', `elsewhere 1 1`, '2'],
  ['of a process that has ended is free', `${hostname()} 999999999 1`, '1'],
  ['of an earlier process with the number of one that runs is free', `${hostname()} ${process.pid} 1`, '1'],
])('a chain %s', (_, owner, name) => {
  expect(claimChain(directoryWith(owner)).name).toBe(name);
});

test('a chain of a process of somebody else that runs is left to it', () => {
  const stat = readFileSync('/proc/1/stat', 'latin1');
  const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  expect(claimChain(directoryWith(`${hostname()} 1 ${began}`)).name).toBe('2');
});

test('an owner that can’t be read is not passed over', () => {
  const directory = temporaryDirectory('tw-claim');
  mkdirSync(join(directory, '1', 'owner'), { recursive: true });
  expect(() => claimChain(directory)).toThrow('is not a regular file');
});

test('who died while choosing a chain keeps nobody from choosing one', () => {
  const directory = temporaryDirectory('tw-claim');
  const lock = join(directory, '.taking');
  mkdirSync(lock);
  utimesSync(lock, new Date(0), new Date(0));
  expect(claimChain(directory).name).toBe('1');
  expect(statSync(lock, { throwIfNoEntry: false })).toBeUndefined();
});

test('a directory that can’t be written is said to be, at once', () => {
  const directory = temporaryDirectory('tw-claim');
  writeFileSync(join(directory, 'audit'), 'a file');
  expect(() => claimChain(join(directory, 'audit'))).toThrow(/ENOTDIR|EEXIST/);
});
