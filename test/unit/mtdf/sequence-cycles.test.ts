import { cyclesOf } from '../../../src/mtdf/sequence-cycles';
import { leavesOf } from '../../../src/mtdf/leaves';
import { validateDefinition } from '../../../src/mtdf/validate-definition';

const sequence = (name: string, steps: object[]) =>
  validateDefinition(
    JSON.stringify({ name, description: 'S.', command: 'sequence', sequence: steps }),
    `${name}.json`,
  );

test('A29 a sequence that names itself is refused where it stands', () => {
  const { definition, problems } = sequence('again', [{ tool: 'again', subcommand: 'default' }]);
  expect(definition).toBeUndefined();
  expect(problems).toEqual([
    expect.objectContaining({
      path: 'sequence',
      message: 'the sequence leads back to itself: again → again',
    }),
  ]);
});

test('A29 a round over several files is found, and those outside it are not blamed', () => {
  const leaves = [
    sequence('a', [{ tool: 'b', subcommand: 'default' }]),
    sequence('b', [{ tool: 'c', subcommand: 'default' }]),
    sequence('c', [{ tool: 'a', subcommand: 'default' }]),
    sequence('outside', [{ tool: 'a', subcommand: 'default' }]),
  ].flatMap(({ definition }) => leavesOf(definition!));
  expect(cyclesOf(leaves).map((cycle) => cycle.names.join(' '))).toEqual(['a b c a', 'b c a b', 'c a b c']);
});
