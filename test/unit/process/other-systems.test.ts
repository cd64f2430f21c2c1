import { findOnPath, searchPath } from '../../../src/process/find-program';
import { signalTree } from '../../../src/process/signal-tree';

describe('command look-up on Windows', () => {
  const files = new Set([
    'C:\\Program Files\\Git\\cmd\\git.exe',
    'C:\\nodejs\\npm.cmd',
    'C:\\nodejs\\node.exe',
    'C:\\old\\node.com',
    'C:\\work\\evil.exe',
  ]);
  const search = { platform: 'win32', exists: (file: string) => files.has(file) };
  const env = {
    Path: 'C:\\old;C:\\nodejs;.;work;C:\\Program Files\\Git\\cmd',
    PATHEXT: '.COM;.EXE;.BAT;.CMD;.JS',
  };
  test.each([
    ['git', 'C:\\Program Files\\Git\\cmd\\git.exe'],
    ['git.exe', 'C:\\Program Files\\Git\\cmd\\git.exe'],
    ['node', 'C:\\old\\node.com'],
    ['npm', undefined],
    ['npm.cmd', undefined],
    ['evil', undefined],
    ['C:\\work\\evil', 'C:\\work\\evil.exe'],
    ['C:\\work\\evil.exe', 'C:\\work\\evil.exe'],
  ])('%s is %s', (name, found) => expect(findOnPath(name, env, search)).toBe(found));

  test('relative directories of the path are never searched, and its name has no case', () => {
    expect(searchPath(env, 'win32')).toEqual(['C:\\old', 'C:\\nodejs', 'C:\\Program Files\\Git\\cmd']);
    expect(searchPath({ PATH: '/usr/bin::.:bin:/bin' }, 'linux')).toEqual(['/usr/bin', '/bin']);
    expect(searchPath({ Path: '/usr/bin' }, 'linux')).toEqual([]);
    expect(searchPath({}, 'win32')).toEqual([]);
  });

  test('elsewhere a name has no extension, and a path is taken as it is', () => {
    const exists = (file: string): boolean => file === '/usr/bin/git';
    const posix = { platform: 'darwin', exists };
    expect(findOnPath('git', { PATH: '/bin:/usr/bin' }, posix)).toBe('/usr/bin/git');
    expect(findOnPath('./git', { PATH: '/bin' }, posix)).toBe('./git');
    expect(findOnPath('nothing', { PATH: '/usr/bin' }, posix)).toBeUndefined();
  });
});

describe('ending a command with all it started', () => {
  const calls: unknown[][] = [];
  const ways = (platform: string, gone = false) => ({
    platform,
    kill: (...args: unknown[]): void => {
      calls.push(['kill', ...args]);
      if (gone) throw new Error('ESRCH');
    },
    run: (...args: unknown[]): void => void calls.push(args),
  });
  beforeEach(() => (calls.length = 0));

  test.each(['linux', 'darwin'])('%s has process groups', (platform) => {
    expect(signalTree(7, 'SIGTERM', ways(platform))).toBe(true);
    expect(calls).toEqual([['kill', -7, 'SIGTERM']]);
  });

  test('Windows has neither groups nor signals: the tree is ended by taskkill', () => {
    expect(signalTree(7, 'SIGTERM', ways('win32'))).toBe(true);
    expect(calls).toEqual([
      ['kill', 7, 0],
      ['taskkill', ['/pid', '7', '/t', '/f']],
    ]);
    calls.length = 0;
    expect(signalTree(7, 0, ways('win32'))).toBe(true);
    expect(calls).toEqual([['kill', 7, 0]]);
  });

  test('what has ended is left alone', () => {
    for (const platform of ['linux', 'win32']) {
      calls.length = 0;
      expect(signalTree(7, 'SIGKILL', ways(platform, true))).toBe(false);
      expect(calls).toHaveLength(1);
    }
  });
});
