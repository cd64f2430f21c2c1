import type { JsonSchema } from '../../../src/base/json-schema';
import { type ConfigError, ConfigModel, loadConfig, shippedModel } from '../../../src/config';
import { checkValue } from '../../../src/config/check-config';
import { Arg } from '../../../src/decorators';
import { temporaryDirectory } from '../../support/temporary-directory';

class Settings {
  @Arg({ description: 'An address', format: 'uri' }) address = 'https://example.org';
  @Arg({ description: 'A code', pattern: '^[A-Z]{3}-\\d$', example: 'ABC-1', optional: true }) code?: string;
  @Arg({ description: 'Codes', items: { type: 'string', minLength: 9 }, minItems: 2, optional: true })
  codes?: string[];
  @Arg({ description: 'A share', maximum: 0.5 }) share = 0.25;
}

const model = new ConfigModel({ name: 'notes', settings: Settings });
const settings = [...shippedModel.settings, ...model.settings.filter(({ path }) => path[0] === 'settings')];

// No value of any setting is a list in a list; of a list, its items may be wrong, or it may be none.
const wrong = settings.flatMap(({ path, schema }) =>
  schema.type === 'array'
    ? [
        [path.join('.'), schema, 5, schema],
        [`item of ${path.join('.')}`, schema.items!, [[[1]], [[2]]], schema],
      ]
    : [[path.join('.'), schema, [[]], schema]],
) as readonly (readonly [string, JsonSchema, unknown, JsonSchema])[];

test.each(wrong)('the example for a wrong %s is a right one', (_, judged, value, schema) => {
  const [{ cure } = { cure: '' }] = checkValue(value, schema);
  const [, example] = /^For example: (.*)\.$/.exec(cure) ?? [];
  expect(cure).toMatch(/^For example: /);
  expect(checkValue(JSON.parse(example!), judged)).toEqual([]);
});

test('the example of an author is shown, in a file too', async () => {
  const request = { cwd: temporaryDirectory('tw-example'), model };
  const told = await loadConfig({ ...request, env: { NOTES_CODE: 'x' } }).catch((error: unknown) => error);
  expect((told as ConfigError).message).toContain('For example: "ABC-1".');
  const [problem] = checkValue({ settings: { code: 'x' } }, model.fileSchema);
  expect(problem?.cure).toBe('For example: "ABC-1".');
});

test('a wrong http.listen shows an address', async () => {
  const request = { cwd: temporaryDirectory('tw-example'), env: {}, options: { http: 'here' } };
  await expect(loadConfig(request)).rejects.toThrow('For example: "127.0.0.1:3000".');
});
