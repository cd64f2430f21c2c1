import type { PlacedFinding } from '../finding';
import { oneLine } from './text-report';

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** Writes findings as the commands by which GitHub Actions annotates files. */
export function githubReport(findings: readonly PlacedFinding[]): string {
  const lines = findings
    .filter(({ fixed }) => !fixed)
    .map((finding) => {
      const { severity, file, line, rule } = finding;
      const where = file === undefined ? '' : `file=${property(file)},line=${line ?? 1},`;
      return `::${COMMANDS[severity]} ${where}title=${property(rule)}::${data(oneLine(finding))}\n`;
    });
  return lines.join('');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
