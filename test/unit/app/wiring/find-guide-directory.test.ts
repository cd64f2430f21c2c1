import { Config } from '../../../../src/config';
import { guideDirectory } from '../../../../src/app/wiring/find-guide-directory';

const at = (env: Record<string, string>, configDir?: string): string => {
  const config = new Config();
  if (configDir !== undefined) config.content.configDir = configDir;
  return guideDirectory({ config, cwd: '/work/shop', env });
};

test('the configuration is where the system keeps configuration, or where it was said to be', () => {
  expect(at({ HOME: '/home/ada' })).toBe('/home/ada/.config/toolwright');
  expect(at({ HOME: '/home/ada', XDG_CONFIG_HOME: '/xdg' })).toBe('/xdg/toolwright');
  expect(at({ HOME: '/home/ada', XDG_CONFIG_HOME: 'relative' })).toBe('/home/ada/.config/toolwright');
  expect(at({ HOME: '/home/ada' }, 'here')).toBe('/work/shop/here');
  expect(at({ HOME: '/home/ada' }, '/else/where')).toBe('/else/where');
});
