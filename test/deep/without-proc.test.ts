import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { needs, WITHOUT_PROC } from '../support/needs';
import { temporaryDirectory } from '../support/temporary-directory';

const JEST = join(__dirname, '..', '..', 'node_modules', 'jest', 'bin', 'jest.js');
const ROOT = join(__dirname, '..', '..');
const DEEP = process.env['TOOLWRIGHT_DEEP'] === '1';

// The same attempts as everywhere, as on macOS: no /proc to ask where a descriptor leads, and no bubblewrap. What only
// /proc prevents (links exchanged at the right moment) is in docs/policy.md, and `races.test.ts` is therefore not run.
const SUITES = [
  'test/security/paths.test.ts',
  'test/unit/content/document-root.test.ts',
  'test/functional/guide-documents.test.ts',
  ...(DEEP
    ? ['functional/file-tools', 'functional/system-tools', 'security/commands', 'security/command-holes'].map(
        (name) => `test/${name}.test.ts`,
      )
    : []),
];

needs('hidden /proc').test('the same attempts fail without /proc', () => {
  const cache = temporaryDirectory('jest-cache');
  const options = ['-t', '^(?!.*swapped)', '--cacheDirectory', cache, '--selectProjects', 'all'];
  const words = [process.execPath, JEST, '-i', ...SUITES, ...options].map((word) => `'${word}'`);
  const { status, stdout, stderr } = spawnSync(
    WITHOUT_PROC[0]!,
    [...WITHOUT_PROC.slice(1), `exec ${words.join(' ')}`],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, TOOLWRIGHT_SKIP_BUILD: '1' } },
  );
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  expect(stderr).toContain(`Test Suites: ${SUITES.length} passed`);
});
