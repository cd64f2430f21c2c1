import { nearestNames } from '../../src/base/names';
import { COMMAND_NAMES } from '../../src/cli/command-names';

// Names as people give them: short beside long ones, and ones that contain others.
const SETS: readonly (readonly string[])[] = [
  ['name', 'amount', 'unit', 'note'],
  ['url', 'urls', 'curl_command', 'out', 'timeout', 'timeout_seconds'],
  ['search_notes', 'list_notes', 'notes', 'add_note', 'date', 'update_notes'],
  ['x', 'y', 'z', 'id', 'map', 'bitmap', 'map_width'],
  COMMAND_NAMES,
];

const swapped = (name: string, at: number) =>
  name.slice(0, at) + (name[at + 1] ?? '') + name[at]! + name.slice(at + 2);

// Every way to miss a name by one letter, the first included.
const MISSES: Readonly<Record<string, (name: string, at: number) => string>> = {
  dropped: (name, at) => name.slice(0, at) + name.slice(at + 1),
  doubled: (name, at) => name.slice(0, at + 1) + name.slice(at),
  swapped,
  replaced: (name, at) => `${name.slice(0, at)}q${name.slice(at + 1)}`,
};

// Whether one miss turns a name into what was typed, found by trying all of them.
const letters = [...'abcdefghijklmnopqrstuvwxyz_-'];
const isOneMissOf = (typed: string, name: string): boolean =>
  typed === name ||
  [...name, ''].some(
    (_, at) =>
      name.slice(0, at) + name.slice(at + 1) === typed ||
      swapped(name, at) === typed ||
      letters.some(
        (letter) =>
          name.slice(0, at) + letter + name.slice(at) === typed ||
          name.slice(0, at) + letter + name.slice(at + 1) === typed,
      ),
  );

test.each(Object.entries(MISSES))(
  'a name with one letter %s is suggested first, unless another is as near',
  (_, miss) => {
    const wrong: unknown[] = [];
    for (const names of SETS)
      for (const name of names.filter(({ length }) => length >= 3))
        for (let at = 0; at < name.length; at++) {
          const typed = miss(name, at);
          if (typed === name || names.includes(typed)) continue;
          const [first] = nearestNames(typed, names);
          if (first === undefined || !isOneMissOf(typed, first)) wrong.push({ name, typed, first });
        }
    expect(wrong).toEqual([]);
  },
);

test('a name of one letter in the middle of what was typed says nothing', () => {
  expect(nearestNames('xyz', ['x', 'y', 'z'])).toEqual([]);
});
