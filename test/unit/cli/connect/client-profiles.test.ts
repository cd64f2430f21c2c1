import { CLIENTS } from '../../../../src/cli/connect/client-profiles';
import { configFilePath } from '../../../../src/cli/connect/client-config-path';

const MACHINES = {
  linux: { platform: 'linux', env: { HOME: '/home/ada' }, cwd: '/work' },
  darwin: { platform: 'darwin', env: { HOME: '/Users/ada' }, cwd: '/work' },
  win32: {
    platform: 'win32',
    env: {
      USERPROFILE: 'C:\\Users\\ada',
      APPDATA: 'C:\\Users\\ada\\AppData\\Roaming',
      LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local',
    },
    cwd: 'C:\\work',
  },
} as const;

test('at least twenty clients are known, each once and with a place for its configuration', () => {
  const ids = CLIENTS.map(({ id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(20);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { user, project } of CLIENTS) expect(user ?? project).toBeDefined();
});

test.each(Object.keys(MACHINES) as (keyof typeof MACHINES)[])(
  'every client’s files are where the client looks for them on %s',
  (system) => {
    const machine = MACHINES[system];
    const places = CLIENTS.map(({ id, user, project }) => ({
      id,
      user: user && configFilePath(user, machine),
      project: project && configFilePath(project, machine),
    }));
    expect(places).toMatchSnapshot();
  },
);

test('every client’s entry for a program and for an address', () => {
  const made = CLIENTS.map(({ id, keys, entry }) => ({
    id,
    at: keys.join(' → '),
    program: entry({ command: 'node', args: ['server.js'] }, 'notes'),
    address: entry({ url: 'http://127.0.0.1:3000/mcp' }, 'notes'),
  }));
  expect(made).toMatchSnapshot();
});

test('every client’s entry carries variables and headers in the way the client takes them', () => {
  const made = CLIENTS.map(({ id, entry }) => ({
    id,
    program: entry({ command: 'node', args: [], env: { KEY: 'hush' } }, 'notes'),
    address: entry({ url: 'http://127.0.0.1:3000/mcp', headers: { Authorization: 'Bearer hush' } }, 'notes'),
  }));
  for (const { program, address } of made) {
    expect(JSON.stringify(program)).toContain('{"KEY":"hush"}');
    if (address) expect(JSON.stringify(address)).toContain('{"Authorization":"Bearer hush"}');
  }
  const of = (name: string) => made.find(({ id }) => id === name)!;
  expect(of('codex').address).toHaveProperty('http_headers');
  expect(of('continue').address).toHaveProperty('requestOptions.headers');
  expect(of('copilot-jetbrains').address).toHaveProperty('requestInit.headers');
  expect(of('opencode').program).toHaveProperty('environment');
  expect(of('goose').program).toHaveProperty('envs');
});

test('XDG_CONFIG_HOME counts where a client honours it', () => {
  const zed = CLIENTS.find(({ id }) => id === 'zed')!;
  const machine = { platform: 'linux', env: { HOME: '/home/ada', XDG_CONFIG_HOME: '/etc/ada' }, cwd: '/' };
  expect(configFilePath(zed.user!, machine)).toBe('/etc/ada/zed/settings.json');
});
