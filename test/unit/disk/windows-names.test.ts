import { win32 } from 'node:path';
import { windowsNameProblem, windowsPathProblem } from '../../../src/disk/windows-names';

describe('paths that Windows would read as something else than they say', () => {
  test.each([
    ['\\\\server\\share\\x', 'another computer'],
    ['//server/share/x', 'another computer'],
    ['\\\\?\\C:\\work\\toolwright.yaml', 'device path'],
    ['\\\\.\\PhysicalDrive0', 'device path'],
    ['//./pipe/x', 'device path'],
    ['\\??\\C:\\x', 'device path'],
    ['C:toolwright.yaml', "drive's own directory"],
    ['c:..\\x', "drive's own directory"],
    ['\\work\\x', 'names no drive'],
    ['/etc/passwd', 'names no drive'],
    ['toolwright.yaml::$DATA', 'a stream'],
    ['C:\\work\\toolwright.yaml:hidden', 'a stream'],
    ['toolwright.yaml.', 'a dot or a space'],
    ['toolwright.yaml ', 'a dot or a space'],
    ['.toolwright. \\tools\\x.json', 'a dot or a space'],
    ['TOOLWR~1.YAM', 'short form'],
    ['C:\\PROGRA~1\\x', 'short form'],
    ['con', 'a device'],
    ['src/NUL', 'a device'],
    ['src\\aux.txt', 'a device'],
    ['com1.log', 'a device'],
    ['COM¹', 'a device'],
    ['lpt9', 'a device'],
    ['CONIN$', 'a device'],
    ['a?b', "doesn't allow"],
    ['a|b', "doesn't allow"],
    ['a\u0007b', "doesn't allow"],
  ])('%j is refused', (path, why) => expect(windowsPathProblem(path)).toContain(why));

  test.each([
    'src\\a.txt',
    'src/a.txt',
    '..\\x',
    './x',
    'C:\\work\\a.txt',
    'c:/work/a.txt',
    '.',
    'console.log',
    'nullable.ts',
    'a~b.txt',
    'é.md',
    '.gitignore',
  ])('%j is taken', (path) => expect(windowsPathProblem(path)).toBeUndefined());

  test('whatever is taken stays below its directory when it has no `..` and no drive', () => {
    for (const name of ['a', 'a b', '...x', 'x.y.z', '-', '~', '$']) {
      expect(windowsNameProblem(name)).toBeUndefined();
      expect(win32.resolve('C:\\root', name)).toBe(`C:\\root\\${name}`);
    }
  });
});
