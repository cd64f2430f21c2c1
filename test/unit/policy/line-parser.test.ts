import { parseLine } from '../../../src/policy/line-parser';

const words = (line: string) =>
  parseLine(line).map((step) => [
    step.when,
    step.negated,
    ...step.commands.map((command) => command.words.map((word) => word.text)),
  ]);

describe('lines that can be told', () => {
  test.each([
    ['ls -l', [['always', false, ['ls', '-l']]]],
    [`a 'b c' "d e" f\\ g ''`, [['always', false, ['a', 'b c', 'd e', 'f g', '']]]],
    [`r"m" -r'f'`, [['always', false, ['rm', '-rf']]]],
    ['a|b | c', [['always', false, ['a'], ['b'], ['c']]]],
    [
      'a&&b||c;d',
      [
        ['always', false, ['a']],
        ['success', false, ['b']],
        ['failure', false, ['c']],
        ['always', false, ['d']],
      ],
    ],
    [
      'a\nb\n\n c &&\n d',
      [
        ['always', false, ['a']],
        ['always', false, ['b']],
        ['always', false, ['c']],
        ['success', false, ['d']],
      ],
    ],
    ['! a', [['always', true, ['a']]]],
    ['a # not this', [['always', false, ['a']]]],
    ['a b#c', [['always', false, ['a', 'b#c']]]],
    ['a \\\n b', [['always', false, ['a', 'b']]]],
    [`a '$x' "\\$x" \\$x '\`'`, [['always', false, ['a', '$x', '$x', '$x', '`']]]],
    ['a {} \\; {a}', [['always', false, ['a', '{}', ';', '{a}']]]],
    ['a;', [['always', false, ['a']]]],
    [`"if" x`, [['always', false, ['if', 'x']]]],
  ])('%s', (line, expected) => expect(words(line)).toEqual(expected));

  test('redirections are told apart from arguments', () => {
    const [step] = parseLine('a 2>&1 >out <in 2>>log 3 &>both x2>y');
    const [command] = step!.commands;
    expect(command!.words.map((word) => word.text)).toEqual(['a', '3', 'x2']);
    expect(command!.redirects).toMatchObject([
      { kind: 'duplicate', stream: 2, of: 1 },
      { kind: 'write', stream: 1, target: { text: 'out' } },
      { kind: 'read', stream: 0, target: { text: 'in' } },
      { kind: 'append', stream: 2, target: { text: 'log' } },
      { kind: 'write', stream: 1, target: { text: 'both' } },
      { kind: 'duplicate', stream: 2, of: 1 },
      { kind: 'write', stream: 1, target: { text: 'y' } },
    ]);
  });

  test('only unquoted globs are globs', () => {
    const globs = (line: string) => parseLine(line)[0]!.commands[0]!.words.map((word) => word.glob);
    expect(globs(`a *.ts '*.ts' "?" \\* x'*'?`)).toEqual([
      undefined,
      '*.ts',
      undefined,
      undefined,
      undefined,
      'x\\*?',
    ]);
  });

  test('variables in front are assignments', () => {
    expect(parseLine(`A=1 B='x y' cmd C=2`)[0]!.commands[0]).toMatchObject({
      assignments: [
        { name: 'A', value: '1' },
        { name: 'B', value: 'x y' },
      ],
      words: [{ text: 'cmd' }, { text: 'C=2' }],
    });
  });
});

describe('lines that are refused with the reason', () => {
  test.each([
    ['a $(b)', 'substitutions'],
    ['a `b`', 'substitutions'],
    ['a "$(b)"', 'substitutions'],
    ['a "`b`"', 'substitutions'],
    ['a $x', 'substitutions'],
    ['a ${x}', 'substitutions'],
    ["a $'x'", 'substitutions'],
    ['a $((1))', 'substitutions'],
    ['a <(b)', 'nothing follows'],
    ['a >(b)', 'nothing follows'],
    ['a & b', 'background'],
    ['a &', 'background'],
    ['(a)', 'subshells'],
    ['f() { a; }', 'subshells'],
    ['{ a; }', 'shell syntax'],
    ['if a; then b; fi', 'shell syntax'],
    ['for x in a; do b; done', 'shell syntax'],
    ['[[ a ]]', 'shell syntax'],
    ['a <<EOF\nx\nEOF', 'here-documents'],
    ['a <<< x', 'here-strings'],
    ['a ~/x', 'not expanded'],
    ['a {b,c}', 'brace'],
    ['a {1..3}', 'brace'],
    ["a 'b", 'never closed'],
    ['a "b', 'never closed'],
    ['a \\', 'backslash'],
    ['a &&', 'nothing follows'],
    ['| a', 'no command'],
    ['a | | b', 'no command'],
    ['a ; ; b', 'no command'],
    ['', 'no command'],
    ['  # x', 'no command'],
    ['a >', 'nothing follows'],
    ['a 5>x', 'streams'],
    ['a >&-', 'not supported'],
    ['a <>x', 'not supported'],
    ['A=1', 'missing'],
    ['a\rb', 'control'],
    ['a\0b', 'control'],
    ['a;'.repeat(65), 'more than'],
    ['x'.repeat(70_000), 'longer'],
  ])('%j', (line, reason) => expect(() => parseLine(line)).toThrow(reason));
});
