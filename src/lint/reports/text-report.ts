import type { Paint } from '../../base/colours';
import { subjectText, type PlacedFinding, type Severity } from '../finding';

/** Writes findings for people: by subject, the worst first, each with its cure and its rule. */
export function textReport(findings: readonly PlacedFinding[], paint: Paint): string {
  const marks = { error: paint.red('✗'), warning: paint.yellow('!'), note: paint.dim('•') } as const;
  const bySubject = new Map<string, PlacedFinding[]>();
  for (const finding of findings) {
    const key = `${finding.subject.kind} ${finding.subject.name}`.trim();
    bySubject.set(key, [...(bySubject.get(key) ?? []), finding]);
  }
  const blocks = [...bySubject].map(([key, list]) => [
    paint.bold(key === 'server' ? 'the server' : key) + place(list, paint),
    ...list.flatMap(({ severity, message, cure, rule, subject, fixed, line }) => [
      `  ${marks[severity]} ${subject.field === undefined ? '' : `${subject.field}: `}${message}  ${paint.dim(rule + (line === undefined ? '' : `, line ${line}`))}`,
      `    ${fixed ? paint.green('fixed') : `→ ${cure}`}`,
    ]),
  ]);
  return `${[...blocks.map((block) => block.join('\n')), summary(findings)].join('\n\n')}\n`;
}

/** Counts findings in one line. */
export function summary(findings: readonly PlacedFinding[]): string {
  const left = findings.filter(({ fixed }) => !fixed);
  const count = (severity: Severity): number => left.filter((one) => one.severity === severity).length;
  const parts = (['error', 'warning', 'note'] as const)
    .map((severity) => [count(severity), severity] as const)
    .filter(([number]) => number > 0)
    .map(([number, severity]) => `${number} ${severity}${number > 1 ? 's' : ''}`);
  const fixed = findings.length - left.length;
  return `${parts.join(', ') || 'Nothing found'}${fixed ? `; ${fixed} fixed` : ''}.`;
}

function place(list: readonly PlacedFinding[], { dim }: Paint): string {
  const { source, file } = list.find((finding) => finding.file !== undefined) ?? list[0]!;
  const words = [source, file].filter((word) => word !== undefined);
  return words.length ? `  ${dim(words.join(', '))}` : '';
}

/** Names a finding in one line, for annotations. */
export function oneLine({ subject, message, cure, rule }: PlacedFinding): string {
  return `${subjectText(subject)}: ${message}. ${cure} (${rule})`;
}
