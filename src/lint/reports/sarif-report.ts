import { subjectText, type PlacedFinding } from '../finding';
import { RULES } from '../rules';

/** Writes findings in SARIF 2.1.0, which code scanning services read. */
export function sarifReport(findings: readonly PlacedFinding[], version: string): string {
  const used = RULES.filter(({ id }) => findings.some(({ rule }) => rule === id));
  const driver = {
    name: 'toolwright lint',
    version,
    rules: used.map(({ id, about, evidence, source, severity }) => ({
      id,
      shortDescription: { text: about },
      fullDescription: { text: evidence },
      help: { text: `${evidence} Source: ${source}.` },
      defaultConfiguration: { level: severity },
    })),
  };
  const results = findings
    .filter(({ fixed }) => !fixed)
    .map(({ rule, severity, subject, message, cure, file, line, source }) => ({
      ruleId: rule,
      ruleIndex: used.findIndex(({ id }) => id === rule),
      level: severity,
      message: { text: `${subjectText(subject)}: ${message}. ${cure}` },
      locations: [
        {
          ...(file !== undefined && {
            physicalLocation: {
              artifactLocation: { uri: file.replaceAll('\\', '/') },
              region: { startLine: line ?? 1 },
            },
          }),
          logicalLocations: [
            {
              fullyQualifiedName:
                [source ?? subject.name, subject.field].filter(Boolean).join('.') || 'server',
            },
          ],
        },
      ],
    }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
