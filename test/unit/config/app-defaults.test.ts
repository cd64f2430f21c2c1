import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigModel, shippedModel } from '../../../src/config/config-model';
import { formatProblems } from '../../../src/config/config-problem';
import { openApp } from '../../../src/embed';
import { defineApp, type ConfigDefaults } from '../../../src/index';
import { temporaryDirectory } from '../../support/temporary-directory';

const keyOf = (wireName: string) => wireName.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const refusal = (defaults: unknown): string => {
  try {
    new new ConfigModel({ defaults: defaults as ConfigDefaults }).cls();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing';
};

const SETTINGS = shippedModel.settings.map(({ path, schema }) => [path.join('.'), path, schema] as const);

test.each(SETTINGS)('a wrong default for %s is refused with its place', (_, path, schema) => {
  const wrong: unknown = schema.type === 'object' ? 5 : { nonsense: true };
  const keys = path.map(keyOf);
  const defaults = keys.reduceRight<unknown>((inside, key) => ({ [key]: inside }), wrong);
  expect(refusal(defaults)).toContain(`config.${keys.join('.')} of defineApp: `);
});

test.each<[string, unknown, RegExp]>([
  ['a word that is no value', { log: { level: 'loud' } }, /^config\.log\.level of defineApp: must be one of/],
  ['a misspelt word', { telemetry: 'of' }, /^config\.telemetry\.mode of defineApp: .*Did you mean "off"\?$/],
  ['an item of a list', { roots: ['.', 3] }, /^config\.roots\[1\] of defineApp: must be a string, got 3/],
  ['an entry of a map', { tools: { x: { timeout: '3' } } }, /^config\.tools\.x\.timeout of defineApp: /],
])('a default is named exactly: %s', (_, defaults, message) => {
  expect(refusal(defaults)).toMatch(message);
});

test.each([{ s: {} }, { s: { description: 'S' } }, { r: undefined, s: { body: undefined } }])(
  'an entry without what it needs is refused, as in a file: %j',
  (snippets) => {
    expect(refusal({ code: { snippets } })).toBe(
      'config.code.snippets.s.body of defineApp: is required and not set. Set it where the app states config.',
    );
  },
);

test('an entry that is no object is refused with its place', () => {
  expect(refusal({ http: { principals: { alice: true } } })).toMatch(
    /^config\.http\.principals\.alice of defineApp: must be an object/,
  );
});

test('a secret that is wrong is not shown', () => {
  const said = refusal({ clients: { stateSecret: { sesame: 1 } } });
  expect(said).toMatch(/^config\.clients\.stateSecret of defineApp: /);
  expect(said).not.toContain('sesame');
});

test('an app with a wrong default does not open, whatever the operator sets', async () => {
  const cwd = temporaryDirectory('tw-defaults');
  writeFileSync(join(cwd, 'toolwright.yaml'), 'log: { level: info }\n');
  const app = defineApp({ name: 'loud', config: { log: { level: 'loud' as 'info' } } });
  await expect(openApp(app, { cwd, env: {} })).rejects.toThrow(/config\.log\.level of defineApp/);
});

test('what is found only when the server starts is said of the same place', () => {
  const problem = { origin: { source: 'default' }, message: 'is not a port', cure: 'Use a number.' } as const;
  expect(formatProblems([{ ...problem, path: 'http.listen' }])).toBe(
    'config.http.listen of defineApp: is not a port. Use a number.',
  );
  expect(formatProblems([{ ...problem, path: 'settings.key' }])).toMatch(/^default: settings\.key /);
});
