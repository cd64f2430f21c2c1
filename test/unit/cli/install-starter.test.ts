import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../../../src/cli/commands/init';
import { GuideHome, openGuide } from '../../support/guide';

let home: GuideHome;
beforeEach(() => (home = new GuideHome()));

async function init(...args: string[]): Promise<string> {
  let out = '';
  const io = {
    cwd: home.cwd,
    env: { HOME: home.path },
    stdout: (text: string) => (out += text),
    stderr: () => undefined,
  };
  expect(await command.run(['--config-dir', home.configDir, ...args], io)).toBe(0);
  return out;
}

test('the starter documents are there from the first minute, through every door', async () => {
  expect(await init()).toMatch(/20 copied, 0 kept/);
  const { client, call, close } = await openGuide(home);
  const start = await call('get_content', { expression: 'start' });
  expect(start).toMatchObject({ success: true, disposition: 'agent/instruction' });
  expect(start['value']).toContain('# Working agreement');
  expect(start['value']).toContain('# About this project');
  for (const expression of [
    'lang/python',
    'review',
    'ship',
    'workflow/planning',
    'guidelines',
    'project/decisions',
  ]) {
    const answer = await call('get_content', { expression });
    expect(answer['success']).toBe(true);
    expect(answer['value']).not.toContain('No matching content');
    expect(answer['message']).toBeUndefined();
  }
  expect((await client.listResources()).resources.length).toBe(20);
  await close();
});

test('running it again keeps everything that was changed', async () => {
  await init();
  const file = join(home.docroot, 'lang', 'python.md');
  writeFileSync(file, 'my own rules');
  const before = home.config;
  expect(await init()).toMatch(/0 copied, 20 kept[\s\S]*all present/);
  expect(readFileSync(file, 'utf8')).toBe('my own rules');
  expect(home.config).toBe(before);
});

test('each project has an overview of its own', async () => {
  await init();
  expect(await init('--project', home.configDir)).toMatch(/2 copied, 18 kept/);
  const keys = home.config.match(/dir: projects\/[\w-]+\//g)!;
  expect(new Set(keys).size).toBe(2);
});

test('in the home directory, which is nobody’s project, it refuses and writes nothing', async () => {
  const before = readdirSync(home.path, { recursive: true });
  await expect(init('--project', home.path)).rejects.toThrow(
    /home directory is not a project.*--project DIR/,
  );
  expect(readdirSync(home.path, { recursive: true })).toEqual(before);
});
