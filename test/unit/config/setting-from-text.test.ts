import { ConfigModel, loadConfig } from '../../../src/config';
import { Arg } from '../../../src/decorators';
import { temporaryDirectory } from '../../support/temporary-directory';

class Mirror {
  @Arg('Its host') host!: string;
  @Arg({ description: 'Its port', type: 'integer' }) port = 80;
}

class Settings {
  @Arg({ description: 'Ports', items: 'integer' }) ports: number[] = [];
  @Arg({ description: 'Switches', items: 'boolean' }) switches: boolean[] = [];
  @Arg({ description: 'Words', items: 'string' }) words: string[] = [];
  @Arg({ description: 'Mirrors', items: () => Mirror }) mirrors: Mirror[] = [];
}

const load = async (
  options: Record<string, string[]>,
  env: Record<string, string> = {},
): Promise<Settings> => {
  const model = new ConfigModel({ settings: Settings, name: 'shop' });
  const { config } = await loadConfig({ cwd: temporaryDirectory('tw-text'), env, options, model });
  return config.settings as Settings;
};

test('the items of a list have their type, whether options or a variable name them', async () => {
  const options = {
    ports: ['80', '443'],
    switches: ['yes', 'off'],
    words: ['8', '{"a":1}'],
    mirrors: ['{"host":"a"}', '{"host":"b","port":8}'],
  };
  const expected = {
    ports: [80, 443],
    switches: [true, false],
    words: ['8', '{"a":1}'],
    mirrors: [
      { host: 'a', port: 80 },
      { host: 'b', port: 8 },
    ],
  };
  expect(await load(options)).toEqual(expected);
  const env = {
    SHOP_PORTS: '80, 443',
    SHOP_SWITCHES: 'true,0',
    SHOP_MIRRORS: JSON.stringify(expected.mirrors),
  };
  expect(await load({}, env)).toEqual({ ...expected, words: [] });
  // As `connect` writes the option of a secret list.
  const texts = JSON.stringify(options.mirrors);
  expect((await load({}, { SHOP_MIRRORS: texts })).mirrors).toEqual(expected.mirrors);
});

test('an item that is of another type is refused by its place', async () => {
  await expect(load({ ports: ['80', 'many'] })).rejects.toThrow(
    /option --ports: settings\.ports\[1\] must be/,
  );
});
