import { isMistake } from '../../app/app-mistakes';
import { version } from '../../app/package-version';
import { ConfigError } from '../../config';
import type { Command, Io } from '../command';
import { openForShell } from '../open-for-shell';
import { ok, problem, type Finding } from '../doctor/finding';
import { lookAtApp } from '../doctor/look-at-app';
import { lookAtPolicy } from '../doctor/look-at-policy';
import { lookAtToolchain } from '../doctor/look-at-toolchain';

const MARKS = { ok: '✓', note: '•', problem: '✗' } as const;

/** Looks at everything a server depends on, and says what is wrong and how to put it right. */
export const command: Command = {
  name: 'doctor',
  summary: 'check the project, the configuration and what this machine can do',
  usage: `toolwright doctor [--json] [serve options]

  Looks at Node, decorator settings, doubled packages, the app's classes and manifest, configuration, policy, sandbox and
  protocol revisions. Exits with 1 if something has to be put right.

  --json   the findings as JSON`,
  async run(args, io) {
    const json = args.includes('--json');
    const findings = [
      ok('toolwright', version()),
      ...lookAtToolchain(io.cwd),
      ...(await lookAtServer(
        args.filter((word) => word !== '--json'),
        io,
      )),
    ];
    io.stdout(json ? `${JSON.stringify(findings)}\n` : written(findings));
    return findings.some(({ verdict }) => verdict === 'problem') ? 1 : 0;
  },
};

async function lookAtServer(args: string[], io: Io): Promise<Finding[]> {
  try {
    const { open } = await openForShell(args, { ...io, stderr: () => undefined });
    try {
      return [...(await lookAtApp(open)), ...lookAtPolicy(open)];
    } finally {
      await open.close();
    }
  } catch (error) {
    if (!isMistake(error) || isWrongOption(error)) throw error;
    return [
      problem(
        'app',
        `can't be opened: ${error.message}`,
        'Correct that first; the rest could not be looked at.',
      ),
    ];
  }
}

// An option that the command doesn't have is the caller's slip, not something about the project.
function isWrongOption(error: Error): boolean {
  return error instanceof ConfigError && error.problems.some(({ origin }) => origin.source === 'option');
}

function written(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ topic }) => topic.length));
  const lines = findings.flatMap(({ topic, verdict, text, cure }) => [
    `${MARKS[verdict]} ${topic.padEnd(width)}  ${text}`,
    ...(cure === undefined ? [] : [`  ${' '.repeat(width)}  → ${cure}`]),
  ]);
  const count = (verdict: Finding['verdict']): number =>
    findings.filter((one) => one.verdict === verdict).length;
  const [wrong, known] = [count('problem'), count('note')];
  return `${lines.join('\n')}\n\n${wrong ? `${wrong} to put right` : 'Nothing to put right'}${known ? `, ${known} to know` : ''}.\n`;
}
