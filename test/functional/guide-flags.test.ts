import { readFileSync, writeFileSync } from 'node:fs';
import { Tool } from '../../src/index';
import { ToolRegistry } from '../../src/embed';
import { GuideStore } from '../../src/store/guide-store';
import { FlagStore } from '../../src/flags/flag-store';
import { switchTools } from '../../src/flags/tool-switch';
import { connect } from '../support/connect';
import { GuideHome, openGuide } from '../support/guide';
import { ListChanged } from '../support/notifications';

let home: GuideHome;
beforeEach(() => (home = new GuideHome()));

test('G15 project flags overlay global ones; global tools never merge', async () => {
  const { call, close } = await openGuide(home);
  expect(await call('set_project_flag', { feature_name: 'x', value: true })).toEqual({
    success: true,
    value: "Flag 'x' set to true",
  });
  expect(await call('set_feature_flag', { feature_name: 'x', value: false })).toEqual({
    success: true,
    value: "Global flag 'x' set to false",
  });
  await call('set_project_flag', { feature_name: 'only-project', value: 'p' });
  await call('set_feature_flag', { feature_name: 'only-global', value: ['a', 'b'] });
  expect(await call('get_project_flag', { feature_name: 'x' })).toEqual({ success: true, value: true });
  expect(await call('get_feature_flag', { feature_name: 'x' })).toEqual({ success: true, value: false });
  expect(await call('get_project_flag', { feature_name: 'only-global' })).toEqual({
    success: true,
    value: ['a', 'b'],
  });
  expect(await call('list_feature_flags')).toEqual({
    success: true,
    value: { x: false, 'only-global': ['a', 'b'] },
  });
  expect(await call('list_project_flags', { active: false })).toEqual({
    success: true,
    value: { x: true, 'only-project': 'p' },
  });
  expect(await call('list_project_flags')).toEqual({
    success: true,
    value: { x: true, 'only-global': ['a', 'b'], 'only-project': 'p' },
  });
  await close();
});

test('G16 null removes a flag and the global value holds again; removing an absent one succeeds', async () => {
  const { call, close } = await openGuide(home);
  await call('set_feature_flag', { feature_name: 'x', value: 'global' });
  await call('set_project_flag', { feature_name: 'x', value: 'own' });
  expect(await call('set_project_flag', { feature_name: 'x', value: null })).toEqual({
    success: true,
    value: "Flag 'x' removed",
  });
  expect(await call('get_project_flag', { feature_name: 'x' })).toEqual({ success: true, value: 'global' });
  expect(await call('set_feature_flag', { feature_name: 'x', value: null })).toEqual({
    success: true,
    value: "Global flag 'x' removed",
  });
  expect(await call('get_project_flag', { feature_name: 'x' })).toEqual({ success: true });
  expect((await call('set_project_flag', { feature_name: 'never', value: null }))['success']).toBe(true);
  await close();
});

test('an omitted value means true; names are Unicode; names, patterns and all are listed', async () => {
  const { call, close } = await openGuide(home);
  for (const name of ['café', '機能', '__proto__', 'a-1', '123'])
    await call('set_project_flag', { feature_name: name });
  await call('set_project_flag', { feature_name: 'map', value: { k: 'v', list: ['x'] } });
  const all = (await call('list_project_flags'))['value'] as Record<string, unknown>;
  expect(Object.keys(all).sort()).toEqual(['123', '__proto__', 'a-1', 'café', 'map', '機能'].sort());
  expect(await call('get_project_flag', { feature_name: 'cafe\u0301' })).toEqual({
    success: true,
    value: true,
  });
  expect(await call('list_project_flags', { feature_name: 'map' })).toEqual({
    success: true,
    value: { k: 'v', list: ['x'] },
  });
  expect(await call('list_project_flags', { feature_name: '[am]*' })).toEqual({
    success: true,
    value: { 'a-1': true, map: { k: 'v', list: ['x'] } },
  });
  expect(await call('list_project_flags', { feature_name: 'absent' })).toEqual({ success: true });
  await close();
});

test('G17 bad names and values are refused and the file stays as it is', async () => {
  const { call, close } = await openGuide(home);
  await call('set_feature_flag', { feature_name: 'keep', value: 'me' });
  const before = readFileSync(home.configFile);
  const wrong: Record<string, unknown>[] = [
    { feature_name: 'a.b' },
    { feature_name: '' },
    { feature_name: 'a b' },
    { feature_name: 'a/b' },
    { feature_name: 'x'.repeat(51) },
    { feature_name: 'a', value: 3 },
    { feature_name: 'a', value: ['x', null] },
    { feature_name: 'a', value: { x: { y: 'z' } } },
    { feature_name: 'a', value: { x: 1 } },
    { feature_name: 'content-format', value: 'html' },
  ];
  for (const tool of ['set_feature_flag', 'set_project_flag']) {
    for (const args of wrong) {
      const answer = await call(tool, args);
      expect(answer).toMatchObject({ success: false, error_type: 'validation_error' });
      expect((answer['error_data'] as { validation_errors: unknown[] }).validation_errors).not.toHaveLength(
        0,
      );
    }
  }
  expect(readFileSync(home.configFile)).toEqual(before);
  await close();
});

test('G18 values survive a restart, and a second server sees them at once', async () => {
  const first = await openGuide(home);
  const second = await openGuide(home);
  await first.call('set_project_flag', { feature_name: 'x', value: 'one' });
  expect(await second.call('get_project_flag', { feature_name: 'x' })).toEqual({
    success: true,
    value: 'one',
  });
  await second.call('set_project_flag', { feature_name: 'x', value: 'two' });
  expect(await first.call('get_project_flag', { feature_name: 'x' })).toEqual({
    success: true,
    value: 'two',
  });
  await first.close();
  await second.close();
  const third = await openGuide(home);
  expect(await third.call('get_project_flag', { feature_name: 'x' })).toEqual({
    success: true,
    value: 'two',
  });
  await third.close();
});

test('comments, order and unknown keys stay when a flag is written', async () => {
  const text = [
    '# my settings',
    'other_tool: { keep: [1, 2] }   # not ours',
    '',
    'feature_flags:',
    '  # why this is on',
    '  x: true  # trailing',
    "  y: 'quoted'",
    'later: |',
    '  some',
    '  text',
    '',
  ].join('\n');
  writeFileSync(home.configFile, text);
  const { call, close } = await openGuide(home);
  await call('set_feature_flag', { feature_name: 'x', value: false });
  await call('set_feature_flag', { feature_name: 'z', value: 'new' });
  const spaces = (line: string): string => line.replace(/ +/g, ' ').replace(/\[ /, '[').replace(/ \]/, ']');
  const wanted = text.replace('x: true', 'x: false').replace("'quoted'\n", "'quoted'\n  z: new\n");
  expect(home.config.split('\n').map(spaces)).toEqual(wanted.split('\n').map(spaces));
  await close();
});

test('a broken file is reported with its line and never overwritten', async () => {
  const broken = 'feature_flags:\n  x: true\n  y: [1, 2\nprojects: {}\n';
  writeFileSync(home.configFile, broken);
  const { call, close } = await openGuide(home);
  for (const [tool, args] of [
    ['get_feature_flag', { feature_name: 'x' }],
    ['set_feature_flag', { feature_name: 'x', value: false }],
    ['category_list', {}],
    ['category_add', { name: 'docs' }],
  ] as const) {
    const answer = await call(tool, args);
    expect(answer).toMatchObject({ success: false, error_type: 'config_read_error' });
    expect((answer['error_data'] as { line: number }).line).toBeGreaterThanOrEqual(3);
    expect(answer['error']).toContain('config.yaml:');
  }
  expect(home.config).toBe(broken);
  writeFileSync(home.configFile, 'feature_flags: [x]\n');
  expect((await call('get_feature_flag', { feature_name: 'x' }))['error']).toContain('config.yaml:1');
  writeFileSync(home.configFile, 'feature_flags: { x: mended }\n');
  expect(await call('get_feature_flag', { feature_name: 'x' })).toEqual({ success: true, value: 'mended' });
  await close();
});

test('a tool with enabledBy comes and goes with its flag, whoever changes it', async () => {
  @Tool({ name: 'extra', description: 'Only with the flag.', enabledBy: 'extra-tools' })
  class Extra {
    run(): string {
      return 'here';
    }
  }
  const registry = new ToolRegistry([Extra], { prefix: '' });
  const flags = new FlagStore(new GuideStore({ directory: home.configDir }));
  const { ready, stop } = switchTools(registry, flags, async () => undefined);
  await ready;
  const { client, close } = await connect(registry);
  const changed = new ListChanged(client, 'tools');
  expect((await client.listTools()).tools).toEqual([]);
  await expect(client.callTool({ name: 'extra', arguments: {} })).rejects.toMatchObject({ code: -32004 });
  writeFileSync(home.configFile, 'feature_flags: { extra-tools: true }\n');
  await changed.next();
  expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['extra']);
  await flags.setGlobal('extra-tools', false);
  await changed.next();
  expect((await client.listTools()).tools).toEqual([]);
  stop();
  await close();
});
