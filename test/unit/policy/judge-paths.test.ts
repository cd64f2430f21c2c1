import { join } from 'node:path';
import { judgePaths } from '../../../src/policy/judge-paths';
import { Playground } from '../../support/policy-playground';

const play = new Playground();
const { paths } = play.policies();
const accesses = [{ field: 'working_directory', kind: 'cwd', always: true } as const];
const cwdOf = (clientRoots?: string[]) => judgePaths(paths, { tool: 'git', accesses, args: {}, clientRoots });

test('without roots of the client a program starts in the working directory of the server', () => {
  expect(cwdOf()).toEqual({ cwd: play.root, judged: [] });
  expect(cwdOf([])).toEqual({ cwd: play.root, judged: [] });
});

test('roots of the client narrow where a program starts by default', () => {
  const sub = join(play.root, 'sub');
  expect(cwdOf([sub])).toEqual({ cwd: sub, judged: [] });
  expect(cwdOf([play.outside, sub])).toEqual({ cwd: sub, judged: [] });
});

test('where the roots leave nothing, the call is refused', () => {
  expect(cwdOf([play.outside]).judged).toMatchObject([
    {
      field: 'working_directory',
      decision: { allowed: false, reason: expect.stringContaining("client's roots") },
    },
  ]);
});
