import { defineApp } from '../../../src/index';
import { mcpbManifest } from '../../../src/cli/pack/mcpb-manifest';
import type { DeclaredSetting } from '../../../src/cli/pack/declared-settings';
import { bundleExtension } from '../../../src/cli/pack/bundle-app';
import { lostInOneFile } from '../../../src/cli/pack/unbundled-packs';

const facts = {
  author: { name: 'Ada' },
  description: 'Keeps notes',
  keywords: [],
  node: '>=20',
  private: false,
  hasBin: true,
  hasBuild: false,
  hasLock: false,
  isModule: true,
};
const setting = (key: string, given: Partial<DeclaredSetting>): DeclaredSetting => ({
  key,
  title: key,
  description: `${key}.`,
  variable: `NOTES_${key.toUpperCase()}`,
  schema: { type: 'string' },
  required: false,
  secret: false,
  ...given,
});
const options = (...settings: DeclaredSetting[]): Record<string, Record<string, unknown>> =>
  (
    mcpbManifest({ app: defineApp({}), facts, settings, offered: undefined, entry: 'server/index.mjs' }) as {
      user_config: Record<string, Record<string, unknown>>;
    }
  ).user_config;

// Without a default the client would set the variable to its own placeholder.
test('every optional setting of a bundle has a default, and an empty one where the app’s own counts', () => {
  const made = options(
    setting('plain', {}),
    setting('count', { schema: { type: 'integer' } }),
    setting('few', { schema: { type: 'integer', minimum: 1, maximum: 9 }, default: '3' }),
    setting('loud', { schema: { type: 'boolean' } }),
    setting('quiet', { schema: { type: 'boolean' }, default: 'true' }),
    setting('names', { schema: { type: 'array' }, default: 'a,b' }),
    setting('home_directory', { default: 'notes' }),
    setting('log_file', { default: '/var/log/notes' }),
    setting('level', { schema: { type: 'string', enum: ['low', 'high'] }, default: 'low' }),
  );
  for (const option of Object.values(made)) expect(option).toMatchObject({ required: false });
  expect(
    Object.fromEntries(Object.entries(made).map(([key, { type, default: value }]) => [key, [type, value]])),
  ).toEqual({
    plain: ['string', ''],
    count: ['string', ''],
    few: ['number', 3],
    loud: ['string', ''],
    quiet: ['boolean', true],
    names: ['string', 'a,b'],
    home_directory: ['directory', ''],
    log_file: ['file', '/var/log/notes'],
    level: ['string', 'low'],
  });
  expect(made['few']).toMatchObject({ min: 1, max: 9 });
  expect(made['names']!['description']).toBe('names. (separated by commas)');
  expect(made['level']!['description']).toBe('level. (one of low, high)');
});

test('a required setting has no default, and a secret one is never shown', () => {
  expect(options(setting('token_file', { required: true, secret: true }))['token_file']).toEqual({
    type: 'string',
    title: 'token_file',
    description: 'token_file.',
    required: true,
    sensitive: true,
  });
});

test('a bundle is of the same kind as the app’s module', () => {
  expect(bundleExtension({ file: 'app.js', isModule: true })).toBe('.mjs');
  expect(bundleExtension({ file: 'app.js', isModule: false })).toBe('.cjs');
  expect(bundleExtension({ file: 'app.cjs', isModule: true })).toBe('.cjs');
  expect(bundleExtension({ file: 'app.mjs', isModule: false })).toBe('.mjs');
});

test('what built-in tools can’t do in one file is said', () => {
  expect(lostInOneFile(defineApp({ packs: ['web', 'files', 'utility'] }))).toHaveLength(2);
  expect(lostInOneFile(defineApp({ packs: ['utility'] }))).toEqual([]);
  expect(() => lostInOneFile(defineApp({ config: { expose: 'search' } }))).toThrow(/pack 'code'/);
});
