import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownCommand } from '../../../src/app/banner-command';
import { withoutSecretOptions } from '../../../src/cli/connect/secret-options';
import { declaredSettings } from '../../../src/cli/pack/declared-settings';
import { ConfigError, ConfigModel, effectiveSettings, loadConfig, secretsInFile } from '../../../src/config';
import { configurationReference } from '../../../src/config/reference-page';
import { editorSchema } from '../../../src/config/editor-schema';
import { Arg } from '../../../src/decorators';
import { temporaryDirectory } from '../../support/temporary-directory';

class Login {
  @Arg({ description: 'Its password', secret: true, minLength: 6 }) passWord = 'hush-default';
}

class Target {
  @Arg('Its address') baseUrl = 'https://example.org';
  @Arg({ description: 'Its token', secret: true, minLength: 6 }) apiToken = 'hush-default';
  @Arg({ description: 'Who signs in', type: () => Login }) signIn = new Login();
  @Arg({ description: 'Others', values: () => Login }) others: Record<string, Login> = {};
}

class Settings {
  @Arg({ description: 'Targets', items: () => Target }) targets: Target[] = [];
  @Arg({ description: 'Named', values: () => Target }) named: Record<string, Target> = {};
  @Arg({ description: 'Addresses', items: 'string' }) addresses: string[] = [];
  @Arg({
    description: 'Raw',
    schema: {
      type: 'array',
      items: { type: 'object', properties: { pin: { type: 'string', writeOnly: true } } },
    },
  })
  raw: unknown[] = [];
}

const model = new ConfigModel({ name: 'notes', settings: Settings });
const target = {
  base_url: 'https://a.org',
  api_token: 'hush-1',
  sign_in: { pass_word: 'hush-2' },
  others: { a: { pass_word: 'hush-3' } },
};

function inFile(settings: object) {
  const cwd = temporaryDirectory('tw-secrets-inside');
  writeFileSync(join(cwd, 'toolwright.yaml'), JSON.stringify({ settings }));
  return loadConfig({ cwd, env: {}, model, path: 'toolwright.yaml' });
}

test('secrets in items of a list, entries of a map and raw schemas are hidden, and all else is shown as the file has it', async () => {
  const settings = {
    targets: [target],
    named: { one: target },
    addresses: ['redis://user:hush-4@host', 'plain'],
    raw: [{ pin: 'hush-5', name: 'n' }],
  };
  const loaded = await inFile(settings);
  const shown = effectiveSettings(loaded).filter(({ path }) => path.startsWith('settings.'));
  expect(JSON.stringify(shown)).not.toContain('hush');
  const values = Object.fromEntries(shown.map(({ path, value }) => [path, value]));
  const hidden = {
    base_url: 'https://a.org',
    api_token: '•••',
    sign_in: { pass_word: '•••' },
    others: { a: { pass_word: '•••' } },
  };
  expect(values).toEqual({
    'settings.targets': [hidden],
    'settings.named.one.base_url': 'https://a.org',
    'settings.named.one.api_token': '•••',
    'settings.named.one.sign_in.pass_word': '•••',
    'settings.named.one.others.a.pass_word': '•••',
    'settings.addresses': ['redis://•••@host', 'plain'],
    'settings.raw': [{ pin: '•••', name: 'n' }],
  });
  expect(secretsInFile(loaded)).toEqual(Object.keys(values).filter((path) => !path.endsWith('base_url')));
  expect((loaded.config.settings as Settings).targets[0]).toMatchObject({ apiToken: 'hush-1' });
});

test.each([
  ['too short a secret in a list', { targets: [{ ...target, api_token: 'hush' }] }],
  ['too short a secret in a map', { named: { 'a.b': { ...target, api_token: 'hush' } } }],
  [
    'too short a secret in a map in a list',
    { targets: [{ ...target, others: { a: { pass_word: 'hush' } } }] },
  ],
  ['the secret in place of its item', { targets: ['hush'] }],
  ['the secret in place of its list', { targets: 'hush' }],
  ['the secret in place of its section', { targets: [{ ...target, sign_in: 'hush' }] }],
  ['a secret under a misspelt name', { targets: [{ ...target, api_tokn: 'hush' }] }],
  ['a wrong secret in a raw schema', { raw: [{ pin: ['hush'] }] }],
])('%s is refused without being shown', async (_, settings) => {
  const wrong = await inFile(settings).catch((error: unknown) => error);
  expect(wrong).toBeInstanceOf(ConfigError);
  expect(JSON.stringify((wrong as ConfigError).problems)).not.toContain('hush"');
  expect((wrong as Error).message).not.toMatch(/hush/);
  const env = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`NOTES_${name.toUpperCase()}`, JSON.stringify(value)]),
  );
  const read = loadConfig({ cwd: temporaryDirectory('tw-secrets-inside'), env, model });
  await expect(read).rejects.toThrow(ConfigError);
  await expect(read).rejects.not.toThrow(/hush/);
});

test('what is wrong beside a secret is still shown', async () => {
  const wrong = (await inFile({ targets: [{ ...target, base_url: 7 }] }).catch(
    (error: unknown) => error,
  )) as Error;
  expect(wrong.message).toMatch(/targets\[0\]\.base_url.*got 7/s);
});

test('an option with a secret in it is neither shown nor written into a command line', () => {
  const text = JSON.stringify({ one: target });
  expect(shownCommand(['serve', '--named', text, `--named=${text}`], model).join()).not.toContain('hush');
  expect(withoutSecretOptions(['--named', text], model)).toEqual({ args: [], env: { NOTES_NAMED: text } });
});

test('defaults that are secret stay with the author', () => {
  class Preset {
    @Arg({ description: 'Targets', items: () => Target }) targets: Target[] = [new Target()];
    @Arg({ description: 'A key', secret: true }) key = 'hush-default';
    @Arg({ description: 'A section', type: () => Login }) login = new Login();
  }
  const preset = new ConfigModel({ name: 'notes', settings: Preset });
  expect(configurationReference(preset)).not.toContain('hush');
  expect(JSON.stringify(editorSchema(preset))).not.toContain('hush');
  expect(JSON.stringify(declaredSettings(preset).map((each) => each.default))).not.toContain('hush');
});
