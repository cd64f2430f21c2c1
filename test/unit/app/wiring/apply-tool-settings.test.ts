import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInApp } from '../../../../src/app/built-in-app';
import { openLoaded, type OpenApp } from '../../../../src/app/open-loaded-app';
import { configuredLimit } from '../../../../src/app/wiring/apply-tool-settings';
import { loadConfig } from '../../../../src/config';
import { ToolDisabledError } from '../../../../src/errors';
import { silentLogger, type Logger } from '../../../../src/logger';
import { recordingLogger } from '../../../support/records';
import { temporaryDirectory } from '../../../support/temporary-directory';

let cwd: string;
let open: OpenApp | undefined;
beforeEach(() => {
  cwd = temporaryDirectory('tw-tools');
});
afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function opened(yaml: string, log: Logger = silentLogger): Promise<OpenApp> {
  writeFileSync(join(cwd, 'toolwright.yaml'), yaml);
  const loaded = await loadConfig({ cwd, env: {}, options: { config: 'toolwright.yaml' } });
  return (open = await openLoaded(builtInApp, { loaded, cwd, env: {}, log }));
}

test('T11 a tool that the configuration switches off is listed by nobody and says where that was written', async () => {
  const { registry } = await opened('packs: [utility]\ntools:\n  echo: { enabled: false }\n');
  expect(registry.list({ enabledOnly: true }).map(({ name }) => name)).toEqual(['read_result']);
  const call = async () => registry.call('echo', { message: 'x' }, { door: 'client' });
  await expect(call()).rejects.toThrow(ToolDisabledError);
  await expect(call()).rejects.toThrow('toolwright.yaml:3:20');
});

test('T20 the time limit of a tool comes from the configuration', async () => {
  const { registry, config } = await opened(
    'packs: [utility, files, system]\ntools:\n  read_file: { timeout: 7 }\n  execute_command: { timeout: 9 }\n',
  );
  const timeLimitOf = configuredLimit(() => config);
  expect(timeLimitOf(registry.get('read_file')!)).toBe(7);
  expect(timeLimitOf(registry.get('write_file')!)).toBeUndefined();
  expect(timeLimitOf(registry.get('execute_command')!)).toBeUndefined();
});

test('a rule for a name that no tool has is refused with its place and the nearest name', async () => {
  const wrong = opened('packs: [utility, files]\ntools:\n  write_fil: { denied_paths: [/etc] }\n');
  await expect(wrong).rejects.toThrow(/toolwright\.yaml:3:\d+: tools\.write_fil .* Write 'write_file'/);
});

test.each([
  [
    '[git, nmp]',
    /^toolwright\.yaml:2:30: definitions\.enable\[1\] names nmp, which is not shipped\. Write 'npm'\.$/,
  ],
  ['[git, nmp], watch: true', /nmp, which is not shipped/],
  [
    '[deploy_everything]',
    /not shipped\. Shipped are cargo, docker, .*; those in definitions\.dirs are offered/,
  ],
])('an enabled definition that is not shipped is refused: %s', async (enable, why) => {
  const { log, lines } = recordingLogger();
  await expect(opened(`packs: [utility]\ndefinitions: { enable: ${enable} }\n`, log)).rejects.toThrow(why);
  expect(lines().filter((line) => line.startsWith('error'))).toEqual([]);
});

test('it is told together with what else is wrong', async () => {
  const both = 'packs: [utility]\ndefinitions: { enable: [nmp] }\ntools: { echo: { sandbox: false } }\n';
  await expect(opened(both)).rejects.toThrow(/has 2 problems[\s\S]*echo\.sandbox[\s\S]*enable\[0\]/);
});

test('those that are shipped are offered', async () => {
  const { registry } = await opened('packs: [utility]\ndefinitions: { enable: [git] }\n');
  expect(registry.get('git_status')).toBeDefined();
});

test('where definitions are watched, such a rule is warned of, since its tool may still come', async () => {
  const { log, lines } = recordingLogger();
  await opened(
    'packs: [utility, files]\ndefinitions: { watch: true }\ntools:\n  write_fil: { denied_paths: [/etc] }\n',
    log,
  );
  expect(lines()).toContainEqual(
    expect.stringMatching(/^warning [\s\S]*tools\.write_fil .* Write 'write_file'/),
  );
});

test('a rule for a tool whose pack is off is no mistake', async () => {
  const { registry } = await opened('packs: [utility]\ntools:\n  write_file: { denied_paths: [/etc] }\n');
  expect(registry.get('write_file')).toBeUndefined();
});
