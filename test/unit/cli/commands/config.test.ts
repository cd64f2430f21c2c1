import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, type Told } from '../../../support/command-line';
import { temporaryDirectory } from '../../../support/temporary-directory';

let cwd: string;
beforeEach(() => {
  cwd = temporaryDirectory('tw-told');
});

async function config(yaml: string, ...args: string[]): Promise<Told> {
  writeFileSync(join(cwd, 'toolwright.yaml'), yaml);
  return commandLine(['config', ...args], { cwd, env: { HOME: cwd, TOOLWRIGHT_CONFIG: 'toolwright.yaml' } });
}

test('wrong values, rules without effect and unknown tools are told at once, each with its place', async () => {
  const { code, out, err } = await config(
    `prefx: a
tools:
  execute_command:
    timeout: soon
    allowed_commands: [3, "gi*"]
  read_file: { allowed_commands: [ls] }
  write_fil: { denied_paths: [/etc] }
`,
    '--consent',
    'maybe',
  );
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('has 7 problems');
  for (const told of [
    'toolwright.yaml:1:1: prefx is not a known setting',
    'toolwright.yaml:4:14: tools.execute_command.timeout must be',
    'toolwright.yaml:5:24: tools.execute_command.allowed_commands[0] must be',
    'toolwright.yaml:5:27: tools.execute_command.allowed_commands[1] is a glob',
    'toolwright.yaml:6:34: tools.read_file.allowed_commands has no effect',
    'toolwright.yaml:7:14: tools.write_fil names an unknown tool',
    'option --consent: consent must be one of',
  ])
    expect(err).toContain(told);
});

test('looking for further problems leaves nothing behind', async () => {
  expect((await config('content: { config_dir: 5 }\ntools: { read_fil: {} }\n')).err).toContain(
    'has 2 problems',
  );
  expect(readdirSync(cwd)).toEqual(['toolwright.yaml']);
});

test('rules that could have no effect are told whichever packs are on', async () => {
  const { code, err } = await config('packs: [utility]\ntools: { echo: { allowed_paths: [/tmp] } }\n');
  expect(code).toBe(2);
  expect(err).toContain('tools.echo.allowed_paths has no effect');
});

test('invalid YAML is reported alone', async () => {
  const { err } = await config('tools: { read_file: nonsense: }\n');
  expect(err).toContain('toolwright.yaml:1:');
  expect(err).not.toContain('unknown tool');
});

const PACKAGE = JSON.stringify(join(__dirname, '../../../../src/index.ts'));
const appWith = (options: string): void =>
  writeFileSync(
    join(cwd, 'app.cjs'),
    `const { Arg, defineApp, ToolArguments } = require(${PACKAGE});
class Settings extends ToolArguments {}
Arg({ description: 'The most days', type: 'integer', optional: true })(Settings.prototype, 'maxDays');
module.exports = defineApp({ name: 'library', settings: Settings, ${options} });`,
  );

test("a misspelt variable of the author's own settings is named, as in a server", async () => {
  appWith('');
  const env = { HOME: cwd, LIBRARY_MAXDAYS: '4' };
  const { code, err } = await commandLine(['config', '--app', 'app.cjs'], { cwd, env });
  expect(err).toContain('LIBRARY_MAXDAYS is no setting and is ignored; did you mean LIBRARY_MAX_DAYS?');
  expect(code).toBe(0);
});

test('a close hook that throws is named here too', async () => {
  appWith("close() { throw new Error('no disk'); }");
  const { code, err } = await commandLine(['config', '--app', 'app.cjs'], { cwd });
  expect(err).toContain('A step of closing failed: `close` threw: no disk');
  expect(code).toBe(0);
});
