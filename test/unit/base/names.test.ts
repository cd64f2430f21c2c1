import { exposedName, nearestNames, snakeCase } from '../../../src/base/names';

test.each([
  ['categoryDir', 'category_dir'],
  ['ReadFile', 'read_file'],
  ['ReadURLFile', 'read_url_file'],
  ['utf8', 'utf8'],
  ['already_snake', 'already_snake'],
])('%s is %s in snake_case', (camel, snake) => expect(snakeCase(camel)).toBe(snake));

test('a tool’s own prefix wins, and an empty one means none', () => {
  expect(exposedName('echo', undefined, 'guide')).toBe('guide_echo');
  expect(exposedName('echo', 'acme', 'guide')).toBe('acme_echo');
  expect(exposedName('echo', '', 'guide')).toBe('echo');
  expect(exposedName('echo', undefined, '')).toBe('echo');
});

test('the nearest names come best first, and far ones not at all', () => {
  const names = ['read_file', 'write_file', 'echo', 'list_directory'];
  expect(nearestNames('raed_file', names)[0]).toBe('read_file');
  expect(nearestNames('file', names)).toEqual(['read_file', 'write_file']);
  expect(nearestNames('zzzzzz', names)).toEqual([]);
  expect(nearestNames('z', ['x'])).toEqual([]);
  expect(nearestNames('ap', ['app', 'expose', 'api-key'])).toEqual(['app']);
});

test.each([
  ['constructor', ['n', 'on', 'con', 'str']],
  ['__proto__', ['o', 'to', 'pro_rata']],
  ['description', ['is', 'cr', 'tip']],
  ['title', ['ttl', 'i']],
  ['abcd', ['b', 'cd']],
])('%s is not near to names that are merely short: %j', (wanted, names) => {
  expect(nearestNames(wanted, names)).toEqual([]);
});

test.each([
  ['timeout_seconds', 'timeout'],
  ['tags', 'tag'],
  ['path_to_file', 'path'],
  ['nmae', 'name'],
  ['id', 'ids'],
])('%s is near to %s', (wanted, name) => {
  expect(nearestNames(wanted, [name])).toEqual([name]);
});

test('of names that contain the wanted one, or are contained in it, those of nearly its length come first', () => {
  expect(nearestNames('subcommands', ['command', 'subcommand', 'name'])).toEqual(['subcommand', 'command']);
  expect(nearestNames('file', ['file_of_all', 'my_file', 'a_file'])).toEqual([
    'a_file',
    'my_file',
    'file_of_all',
  ]);
});
