import { ConfigModel, effectiveSettings, loadConfig } from '../../../src/config';
import type { ConfigDefaults } from '../../../src/config/config-defaults';
import { Arg } from '../../../src/decorators';
import { temporaryDirectory } from '../../support/temporary-directory';

class Mail {
  @Arg({ description: 'Its password', secret: true, optional: true })
  password?: string;
}

class Settings {
  @Arg({ description: 'The key', secret: true, optional: true })
  apiKey?: string;

  @Arg({ description: 'Mail', type: () => Mail })
  mail = new Mail();
}

test('a secret setting is listed with where it was set, and without its value', async () => {
  const model = new ConfigModel({ name: 'notes', settings: Settings });
  const env = { NOTES_API_KEY: 'hush', NOTES_MAIL_PASSWORD: 'hush' };
  const loaded = await loadConfig({ cwd: temporaryDirectory('tw-effective'), env, model });
  const shown = effectiveSettings(loaded).filter(({ path }) => path.startsWith('settings.'));
  expect(shown).toEqual([
    { path: 'settings.api_key', value: '•••', from: 'environment variable NOTES_API_KEY' },
    { path: 'settings.mail.password', value: '•••', from: 'environment variable NOTES_MAIL_PASSWORD' },
  ]);
  expect(loaded.config.settings).toMatchObject({ apiKey: 'hush', mail: { password: 'hush' } });
});

test('a default that the app states is told from one of Toolwright itself', async () => {
  class Greeting {
    @Arg('The word') word = 'Hello';
  }
  const model = new ConfigModel({
    name: 'notes',
    settings: Greeting,
    defaults: { consent: 'ask', answers: { budget: 500 } },
  });
  const cwd = temporaryDirectory('tw-effective');
  const loaded = await loadConfig({ cwd, env: { TOOLWRIGHT_ANSWERS_KEEP: '3' }, model });
  const from = new Map(effectiveSettings(loaded).map((setting) => [setting.path, setting.from]));
  expect(['consent', 'answers.budget', 'settings.word'].map((path) => from.get(path))).toEqual(
    Array.from({ length: 3 }, () => 'default of notes'),
  );
  expect(from.get('answers.keep')).toBe('environment variable TOOLWRIGHT_ANSWERS_KEEP');
  expect(from.get('answers.structured')).toBe('default');
  const shipped = effectiveSettings(await loadConfig({ cwd, env: {} }));
  expect(shipped.filter((setting) => setting.from !== 'default')).toEqual([]);
});

test('a single word is a default of an app too, where it is one in the file', async () => {
  const defaults = { telemetry: 'off', sandbox: { mode: 'required' } };
  const model = new ConfigModel({ name: 'notes', defaults: defaults as unknown as ConfigDefaults });
  const { config } = await loadConfig({ cwd: temporaryDirectory('tw-effective'), env: {}, model });
  expect(config.telemetry).toMatchObject({ mode: 'off', sample: 1 });
  expect(config.sandbox.mode).toBe('required');
});

test('a secret that is only our default is shown: it is no secret', async () => {
  const cwd = temporaryDirectory('tw-effective');
  const engine = async (env: Record<string, string>) =>
    effectiveSettings(await loadConfig({ cwd, env })).find(({ path }) => path === 'operations.engine');
  expect(await engine({})).toEqual({ path: 'operations.engine', value: 'memory', from: 'default' });
  expect(await engine({ TOOLWRIGHT_OPERATIONS: 'redis://:hush@host/1' })).toMatchObject({ value: '•••' });
});
