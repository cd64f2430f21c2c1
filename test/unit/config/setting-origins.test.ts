import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigModel, effectiveSettings, loadConfig } from '../../../src/config';
import { Arg } from '../../../src/decorators';
import { temporaryDirectory } from '../../support/temporary-directory';

class Relay {
  @Arg('Its host') host = 'localhost';
  @Arg('Its port') port = 25;
}

class Mail {
  @Arg('The sender') sender = 'me';
  @Arg('The subject') subject = 'none';
  @Arg({ description: 'The relay', type: () => Relay }) relay = new Relay();
}

class Settings {
  @Arg('A word') word = 'hello';
  @Arg('Another') other = 'there';
  @Arg({ description: 'Mail', type: () => Mail }) mail = new Mail();
}

type Given = string | number | boolean;

interface Leaf {
  readonly path: string;
  readonly value: Given;
  readonly option: string;
  readonly variable: string;
}

const leaf = (path: string, value: Given, prefix = 'TOOLWRIGHT'): Leaf => {
  const words = path.replace(/^settings\./, '').split(/[._]/);
  return { path, value, option: words.join('-'), variable: [prefix, ...words].join('_').toUpperCase() };
};

// A setting, and another in the same section or in one above it.
const PAIRS: readonly (readonly [Leaf, Leaf])[] = [
  [leaf('answers.budget', 700), leaf('answers.keep', 3)],
  [leaf('web.allow_private', true), leaf('web.max_bytes', 5000)],
  [leaf('http.path', '/other'), leaf('http.leave', 3)],
  [leaf('settings.word', 'hi', 'NOTES'), leaf('settings.other', 'you', 'NOTES')],
  [leaf('settings.mail.sender', 'you', 'NOTES'), leaf('settings.mail.subject', 'all', 'NOTES')],
  [leaf('settings.mail.relay.port', 26, 'NOTES'), leaf('settings.mail.relay.host', 'far', 'NOTES')],
  [leaf('settings.mail.relay.port', 26, 'NOTES'), leaf('settings.mail.sender', 'you', 'NOTES')],
  [leaf('settings.mail.relay.port', 26, 'NOTES'), leaf('settings.word', 'hi', 'NOTES')],
];

const ORIGINS = ['default', 'app', 'file', 'environment', 'option'] as const;
type From = (typeof ORIGINS)[number];

const nested = (path: readonly string[], value: unknown): object =>
  path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as object;

function joined(one: object, other: object): object {
  const all: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const known = all[key];
    all[key] =
      typeof known === 'object' && typeof value === 'object' ? joined(known!, value as object) : value;
  }
  return all;
}

async function originsOf(given: readonly (readonly [Leaf, From])[]): Promise<Map<string, string>> {
  const cwd = temporaryDirectory('tw-origins');
  const of = (from: From): Leaf[] => given.filter(([, each]) => each === from).map(([one]) => one);
  const tree = (leaves: readonly Leaf[], spell: (step: string) => string): object =>
    leaves.reduce((all, { path, value }) => joined(all, nested(path.split('.').map(spell), value)), {});
  writeFileSync(join(cwd, 'own.yaml'), JSON.stringify(tree(of('file'), (step) => step)));
  const camel = (step: string): string => step.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const model = new ConfigModel({ name: 'notes', settings: Settings, defaults: tree(of('app'), camel) });
  const loaded = await loadConfig({
    cwd,
    model,
    env: Object.fromEntries(of('environment').map(({ variable, value }) => [variable, String(value)])),
    options: {
      config: 'own.yaml',
      ...Object.fromEntries(
        of('option').map(({ option, value }) => [option, value === true ? true : String(value)]),
      ),
    },
  });
  return new Map(effectiveSettings(loaded).map(({ path, from }) => [path, from]));
}

const matrix = PAIRS.flatMap(([one, sibling]) =>
  ORIGINS.flatMap((from) =>
    ORIGINS.map((other) => [one.path, from, sibling.path, other, one, sibling] as const),
  ),
).filter(([path, from, , other]) => !path.startsWith('settings') || ![from, other].includes('app'));

test.each(matrix)('%s by %s, with %s by %s', async (_path, from, _sibling, other, one, sibling) => {
  const origins = await originsOf([
    [one, from],
    [sibling, other],
  ]);
  const expected = ({ path, option, variable }: Leaf, by: From): unknown =>
    ({
      default: path.startsWith('settings') ? 'default of notes' : /^default$|^undefined$/,
      app: 'default of notes',
      file: /^own\.yaml:1:\d+$/,
      environment: `environment variable ${variable}`,
      option: `option --${option}`,
    })[by];
  for (const [each, by] of [
    [one, from],
    [sibling, other],
  ] as const) {
    const said = String(origins.get(each.path));
    const wanted = expected(each, by);
    if (typeof wanted === 'string') expect(said).toBe(wanted);
    else expect(said).toMatch(wanted as RegExp);
  }
});

describe('an entry of a map', () => {
  const model = new ConfigModel({
    name: 'notes',
    defaults: { tools: { echo: { timeout: 5 } } } as never,
  });

  test.each([
    ['file', 'tools: { echo: { enabled: true } }', {}, {}, /^own\.yaml:1:\d+$/],
    ['environment', '', { TOOLWRIGHT_TOOLS: '{"echo":{"enabled":true}}' }, {}, /variable TOOLWRIGHT_TOOLS$/],
    ['option', '', {}, { tools: '{"echo":{"enabled":true}}' }, /^option --tools$/],
    [
      'option over a file',
      'tools: { echo: { timeout: 9 } }',
      {},
      { tools: '{"echo":{"enabled":true}}' },
      /^option --tools$/,
    ],
  ])('keeps the default of the app beside what %s sets', async (_, yaml, env, options, said) => {
    const cwd = temporaryDirectory('tw-origins');
    writeFileSync(join(cwd, 'own.yaml'), yaml);
    const loaded = await loadConfig({ cwd, model, env, options: { config: 'own.yaml', ...options } });
    const of = new Map(effectiveSettings(loaded).map(({ path, from }) => [path, from]));
    expect(of.get('tools.echo.timeout')).toBe('default of notes');
    expect(of.get('tools.echo.enabled')).toMatch(said);
  });
});

test('a single word sets one setting of its section, and an alias is where it stands', async () => {
  const cwd = temporaryDirectory('tw-origins');
  writeFileSync(
    join(cwd, 'own.yaml'),
    'sandbox: "off"\ntools:\n  read_file: &rules\n    timeout: 3\n  write_file:\n    <<: *rules\n',
  );
  const loaded = await loadConfig({ cwd, env: {}, options: { config: 'own.yaml' } });
  const of = new Map(effectiveSettings(loaded).map(({ path, from }) => [path, from]));
  expect(of.get('sandbox.mode')).toBe('own.yaml:1:10');
  expect(of.get('sandbox.readable')).toBe('default');
  expect(of.get('tools.write_file.timeout')).toBe('own.yaml:4:14');
});
