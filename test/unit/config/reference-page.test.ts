import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { command } from '../../../src/cli/commands/config';
import { loadConfig } from '../../../src/config';
import { configurationReference } from '../../../src/config/reference-page';
import { ConfigModel, shippedModel } from '../../../src/config/config-model';
import { Arg, ToolArguments } from '../../../src/index';
import { temporaryDirectory } from '../../support/temporary-directory';

const PAGE = readFileSync(resolve(__dirname, '../../../docs/configuration.md'), 'utf8');

let cwd: string;
beforeEach(() => {
  cwd = temporaryDirectory('tw-config');
});

async function printed(...args: string[]): Promise<string> {
  let text = '';
  const io = {
    cwd,
    env: {
      MG_LOG_LEVEL: 'ERROR',
      ...(existsSync(join(cwd, 'toolwright.yaml')) && { TOOLWRIGHT_CONFIG: 'toolwright.yaml' }),
    },
    stdout: (part: string) => void (text += part),
    stderr: () => {},
  };
  expect(await command.run(args, io)).toBe(0);
  return text;
}

test('docs/configuration.md is what `toolwright config --reference` prints', async () => {
  expect(PAGE).toBe(configurationReference());
  expect(await printed('--reference')).toBe(PAGE);
});

test('the page names every setting with its option and its variables', () => {
  for (const { path, option, variables } of shippedModel.settings) {
    for (const name of [
      path.join('.'),
      `--${option}`,
      ...(path[0] === 'tools' ? [] : variables.slice(0, 1)),
    ]) {
      expect(PAGE).toContain(name);
    }
  }
});

test("the page's own example is a configuration without problems", async () => {
  const example = /```yaml\n([\s\S]*?)```/.exec(PAGE)![1]!;
  writeFileSync(join(cwd, 'toolwright.yaml'), example);
  const { config } = await loadConfig({ cwd, env: {}, options: { config: 'toolwright.yaml' } });
  expect(config.tools['write_file']!.allowedPaths).toEqual(['/tmp', './output']);
});

test('`toolwright config` prints the settings in force and where each was set, and hides passwords', async () => {
  writeFileSync(
    join(cwd, 'toolwright.yaml'),
    'web: { search_url: http://ada:hunter2@host/1 }\ntools:\n  read_file: { timeout: 3 }\n',
  );
  const text = await printed('--prefix', 'acme');
  expect(text).toContain('prefix: "acme"  # option --prefix\n');
  expect(text).toContain('log.level: "error"  # environment variable MG_LOG_LEVEL\n');
  expect(text).toContain('tools.read_file.timeout: 3  # toolwright.yaml:3:25\n');
  expect(text).toContain('consent: "literal"  # default\n');
  expect(text).toContain('http://•••@host/1');
  expect(text).not.toContain('hunter2');
  expect(JSON.parse(await printed('--json'))).toEqual(
    expect.arrayContaining([{ path: 'prefix', value: 'guide', from: 'default' }]),
  );
});

test('the JSON Schema for editors judges as we do, short forms too', async () => {
  const check = new Ajv2020({ strict: false }).compile(JSON.parse(await printed('--schema')));
  expect(check({ prefix: 'a', log: { level: 'info' }, tools: { read_file: { timeout: 3 } } })).toBe(true);
  expect(check({ sandbox: 'auto', operations: { engine: 'memory', keep: 5 } })).toBe(true);
  expect(check({ sandbox: 'maybe' })).toBe(false);
  expect(check({ prefx: 'a' })).toBe(false);
  expect(check({ tools: { read_file: { timeout: 'soon' } } })).toBe(false);
});

test.each([
  ['tools: { read_fil: { timeout: 3 } }', /read_fil/],
  ['tools: { read_file: { allowed_commands: [ls] } }', /only execute_command runs command lines/],
  ['tools: { read_file: { allowed_paths: ["*.md"] } }', /is a glob/],
  ['prompts: nowhere.yaml', /nowhere\.yaml/],
])('`toolwright config` refuses what `serve` would refuse: %s', async (text, complaint) => {
  writeFileSync(join(cwd, 'toolwright.yaml'), `${text}\n`);
  await expect(printed()).rejects.toThrow(complaint);
});

test('the page of an app says every limit of its own settings', () => {
  class MailSettings extends ToolArguments {
    @Arg({ description: 'Who sends', pattern: '^[a-z]+@', minLength: 3, maxLength: 60 })
    sender = 'ada@example.org';

    @Arg({ description: 'How many at once', type: 'integer', minimum: 1 })
    batch = 5;
  }
  const page = configurationReference(new ConfigModel({ name: 'mail', settings: MailSettings }));
  expect(page).toContain('Who sends. String, 3 to 60 characters, matching `^[a-z]+@`.');
  expect(page).toContain('How many at once. Integer, at least 1.');
});
