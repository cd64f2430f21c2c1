import { ConfigModel, effectiveSettings, loadConfig } from '../../../src/config';
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
