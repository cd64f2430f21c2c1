import fs, { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { claimChain } from '../../../src/audit/claim-chain';
import { temporaryDirectory } from '../../support/temporary-directory';

function directoryWith(owner: string): string {
  const directory = temporaryDirectory('tw-claim');
  mkdirSync(join(directory, '1'));
  writeFileSync(join(directory, '1', 'owner-1'), owner);
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
  mkdirSync(join(directory, '1', 'owner-1'), { recursive: true });
  expect(() => claimChain(directory)).toThrow('is not a regular file');
});

test.each([
  ['at this moment, and is left to it', new Date(), '2'],
  ['long ago, and is free', new Date(0), '1'],
])('a chain whose owner was begun %s', (_, at, name) => {
  const directory = directoryWith('');
  utimesSync(join(directory, '1', 'owner-1'), at, at);
  expect(claimChain(directory).name).toBe(name);
});

describe('of two processes, whenever the second one steps in, each gets a chain of its own', () => {
  afterEach(() => jest.restoreAllMocks());
  const steps = ['readdirSync', 'linkSync', 'writeFileSync', 'rmSync', 'openSync', 'mkdirSync'] as const;

  // Lets another process claim, and possibly release, a chain just before a certain call of the system.
  function interrupted(directory: string, step: number, ends: boolean): { names: string[]; more: boolean } {
    let calls = 0;
    let others: ReturnType<typeof claimChain>[] | undefined;
    for (const name of steps) {
      const real = fs[name] as (...args: unknown[]) => unknown;
      jest.spyOn(fs, name).mockImplementation(((...args: unknown[]) => {
        if (calls++ === step) {
          others = [];
          const first = claimChain(directory);
          if (ends) first.release();
          else others.push(first);
          others.push(claimChain(directory));
        }
        return real(...args);
      }) as never);
    }
    const own = claimChain(directory);
    jest.restoreAllMocks();
    const third = claimChain(directory);
    return { names: [own, third, ...(others ?? [])].map(({ name }) => name), more: others !== undefined };
  }

  test.each([
    ['in an empty directory', () => temporaryDirectory('tw-claim'), false],
    ['where the owner has ended', () => directoryWith(`${hostname()} 999999999 1`), false],
    ['where the owner has ended, and a third claims and releases', () => directoryWith('free'), true],
  ])('%s', (_, directory, ends) => {
    let step = 0;
    for (let more = true; more; step++) {
      const { names, more: interruptedThen } = interrupted(directory(), step, ends);
      expect({ step, names: new Set(names).size }).toEqual({ step, names: names.length });
      more = interruptedThen;
    }
    expect(step).toBeGreaterThan(5);
  });
});

test('on a file system without links a chain is claimed all the same', () => {
  const refuse = (): never => {
    throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
  };
  jest.spyOn(fs, 'linkSync').mockImplementation(refuse);
  const directory = directoryWith(`${hostname()} 999999999 1`);
  expect([claimChain(directory).name, claimChain(directory).name]).toEqual(['1', '2']);
  jest.restoreAllMocks();
});

test('who releases a chain late takes it from nobody', () => {
  const directory = temporaryDirectory('tw-claim');
  const one = claimChain(directory);
  one.release();
  expect(claimChain(directory).name).toBe('1');
  one.release();
  expect(claimChain(directory).name).toBe('2');
});

test('a directory that can’t be written is said to be, at once', () => {
  const directory = temporaryDirectory('tw-claim');
  writeFileSync(join(directory, 'audit'), 'a file');
  expect(() => claimChain(join(directory, 'audit'))).toThrow(/ENOTDIR|EEXIST/);
});
