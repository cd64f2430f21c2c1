import { userDirectory } from '../../../src/disk/user-directories';

const at = (kind: 'config' | 'state' | 'cache', env: Record<string, string>, platform: NodeJS.Platform) =>
  userDirectory(kind, 'toolwright', env, platform);

test.each<[string, string, string]>([
  ['linux', 'config', '/home/ada/.config/toolwright'],
  ['darwin', 'state', '/home/ada/.local/state/toolwright'],
  ['linux', 'cache', '/home/ada/.cache/toolwright'],
])('on %s: %s', (platform, kind, place) => {
  expect(at(kind as 'config', { HOME: '/home/ada' }, platform as 'linux')).toBe(place);
});

test('XDG directories count if they are absolute', () => {
  expect(at('state', { HOME: '/home/ada', XDG_STATE_HOME: '/xdg' }, 'linux')).toBe('/xdg/toolwright');
  expect(at('state', { HOME: '/h', XDG_STATE_HOME: 'relative' }, 'linux')).toBe('/h/.local/state/toolwright');
});

test('on Windows the roaming and the local directories of the user', () => {
  const env = { USERPROFILE: 'C:\\Users\\Ada', APPDATA: 'D:\\Roaming', LOCALAPPDATA: '' };
  expect(at('config', env, 'win32')).toBe('D:\\Roaming\\toolwright');
  expect(at('state', env, 'win32')).toBe('C:\\Users\\Ada\\AppData\\Local\\toolwright');
});

test('without a home never the working directory', () => {
  for (const env of [{}, { HOME: '' }]) expect(at('config', env, 'linux').startsWith('/')).toBe(true);
});
