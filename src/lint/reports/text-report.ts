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
  const blocks = [...bySubject].map(([key, list]) => {
    const file = fileOf(list);
    const words = [list[0]!.source, file].filter((word) => word !== undefined);
    return [
      paint.bold(key === 'server' ? 'the server' : key) +
        (words.length ? `  ${paint.dim(words.join(', '))}` : ''),
      ...list.flatMap((finding) => {
        const { severity, message, cure, rule, subject, fixed } = finding;
        const about = subject.field === undefined ? '' : `${subject.field}: `;
        return [
          `  ${marks[severity]} ${about}${message}  ${paint.dim([rule, ...placeIn(file, finding)].join(', '))}`,
          `    ${fixed ? paint.green('fixed') : `→ ${cure}`}`,
        ];
      }),
    ];
  });
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

// The class of the arguments may be in another file than the subject itself.
function fileOf(list: readonly PlacedFinding[]): string | undefined {
  return list.find(({ file, subject }) => file !== undefined && subject.field === undefined)?.file;
}

function placeIn(heading: string | undefined, { file, line }: PlacedFinding): string[] {
  if (line === undefined) return [];
  return [file === heading ? `line ${line}` : `${file}:${line}`];
}

/** Names a finding in one line, for annotations. */
export function oneLine({ subject, message, cure, rule }: PlacedFinding): string {
  return `${subjectText(subject)}: ${message}. ${cure} (${rule})`;
}
