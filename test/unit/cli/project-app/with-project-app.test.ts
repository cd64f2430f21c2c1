import { AppUsageError, UsageError } from '../../../../src/cli/command';
import { withProjectApp } from '../../../../src/cli/project-app/with-project-app';
import { ConfigError } from '../../../../src/config';
import { folderWith } from '../../../support/installed-project';

const cwd = folderWith({
  'src/app.ts': `import { defineApp } from 'toolwright';\nexport default defineApp({});\n`,
  'dist/app.js': '',
});
const configError = (...sources: ('option' | 'environment')[]) =>
  new ConfigError(
    sources.map((source) => ({
      origin: { source, name: 'x' },
      path: '',
      message: 'is wrong',
      cure: 'Correct it.',
    })),
  );

async function saidBefore(error: Error): Promise<string> {
  let said = '';
  const io = { cwd, env: {}, stdout: () => undefined, stderr: (text: string) => void (said += text) };
  await expect(withProjectApp([], io, 'calls', () => Promise.reject(error))).rejects.toBe(error);
  return said;
}

test.each([
  ['what the app lacks', new AppUsageError('there is no tool')],
  ['an error that nobody expected', new TypeError('boom')],
  ['a wrong setting of the environment', configError('environment')],
  ['a wrong setting beside a wrong option', configError('option', 'environment')],
])('which server was asked is said before %s', async (_, error) => {
  expect(await saidBefore(error)).toMatch(/^app: the shipped server\. dist\/app\.js[^\n]+\n$/);
});

test.each([
  ['a wrong command line', new UsageError('one name at a time')],
  ['a wrong option', configError('option')],
])('%s is answered in one line', async (_, error) => {
  expect(await saidBefore(error)).toBe('');
});
