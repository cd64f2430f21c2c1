import { Arg } from '../../../src/decorators';
import { ToolArguments } from '../../../src/arguments';
import { ConfigModel, shippedModel } from '../../../src/config';
import { misspeltVariables } from '../../../src/config/unknown-variables';

class OwnSettings extends ToolArguments {
  @Arg({ description: 'The key', optional: true })
  apiKey?: string;
}

const own = new ConfigModel({ name: 'node', settings: OwnSettings });

test.each([
  ['TOOLWRIGHT_PREFX', 'TOOLWRIGHT_PREFIX'],
  ['TOOLWRIGHT_LOGLEVEL', 'TOOLWRIGHT_LOG_LEVEL'],
  ['TOOLWRIGHT_CONFG', 'TOOLWRIGHT_CONFIG'],
])('%s is taken for %s', (name, meant) => {
  for (const model of [shippedModel, own])
    expect(misspeltVariables({ [name]: 'x' }, model)).toEqual([
      `The environment variable ${name} is no setting and is ignored; did you mean ${meant}?`,
    ]);
});

test("a setting of the app's author is known by the app's name", () => {
  expect(misspeltVariables({ NODE_API_KY: 'x' }, own)).toEqual([
    'The environment variable NODE_API_KY is no setting and is ignored; did you mean NODE_API_KEY?',
  ]);
  expect(misspeltVariables({ NODE_API_KY: 'x' }, shippedModel)).toEqual([]);
});

test('what is right, or nobody’s setting, is left alone', () => {
  const env = {
    TOOLWRIGHT_PREFIX: 'x',
    TOOLWRIGHT_APP: 'x',
    TOOLWRIGHT_UPDATE: '1',
    TOOLWRIGHT_CONFIG: 'x',
    TOOLWRIGHT_LOG_LEVEL: 'debug',
    TOOLWRIGHT_NO_SKIPS: '1',
    TOOLWRIGHT_DEEP: '1',
    TOOLWRIGHT_SKIP_BUILD: '1',
    NODE_API_KEY: 'x',
    NODE_ENV: 'test',
    NODE_OPTIONS: '',
    NODE_EXTRA_CA_CERTS: '',
    PATH: '/bin',
  };
  for (const model of [shippedModel, own]) expect(misspeltVariables(env, model)).toEqual([]);
});
