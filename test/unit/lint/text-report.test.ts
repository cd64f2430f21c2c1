import type { PlacedFinding } from '../../../src/lint/finding';
import { textReport } from '../../../src/lint/reports/text-report';

const finding = (rule: string, more: Partial<PlacedFinding>, field?: string): PlacedFinding => ({
  subject: { kind: 'tool', name: 'add_note', field },
  message: 'is wrong',
  cure: 'Correct it.',
  rule,
  severity: 'warning',
  source: 'class AddNote',
  ...more,
});

const OF_ARGS = finding('args', { file: 'src/args.ts', line: 7 }, 'title');
const OF_TOOL = finding('tool', { file: 'src/tool.ts', line: 3 });

const same = (text: string): string => text;
const PLAIN = { red: same, green: same, yellow: same, dim: same, bold: same };

function lines(...findings: PlacedFinding[]): string[] {
  return textReport(findings, PLAIN)
    .split('\n')
    .filter((line) => /add_note|is wrong/.test(line));
}

test.each([[[OF_ARGS, OF_TOOL]], [[OF_TOOL, OF_ARGS]]])('each line stands with its own file', (findings) => {
  const [heading, ...rest] = lines(...findings);
  expect(heading).toBe('tool add_note  class AddNote, src/tool.ts');
  expect(rest.sort()).toEqual(['  ! is wrong  tool, line 3', '  ! title: is wrong  args, src/args.ts:7']);
});

test('the file of the arguments is not taken for that of the tool', () => {
  expect(lines(OF_ARGS)).toEqual([
    'tool add_note  class AddNote',
    '  ! title: is wrong  args, src/args.ts:7',
  ]);
});

test('what has no file has no line', () => {
  expect(lines(finding('tool', { file: undefined }))).toEqual([
    'tool add_note  class AddNote',
    '  ! is wrong  tool',
  ]);
});
