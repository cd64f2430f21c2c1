import { version } from '../../app/package-version';
import { paintFor } from '../terminal-colours';
import { refuseBoth, refuseExtra } from '../refuse-extra';
import { UsageError, type Command, type Io } from '../command';
import { CLIENT_NAMES, RULES, type ClientName, type Severity } from '../../lint';
import type { PlacedFinding } from '../../lint/finding';
import { githubReport } from '../../lint/reports/github-report';
import { sarifReport } from '../../lint/reports/sarif-report';
import { textReport } from '../../lint/reports/text-report';
import { judge, type LintRequest } from '../lint/judge';

const LEVELS: readonly Severity[] = ['error', 'warning', 'note'];

/** Judges what a server lists: what clients refuse, what models misread, and how to put it right. */
export const command: Command = {
  name: 'lint',
  appUse: 'judges',
  usage: `toolwright lint [--server "COMMAND …" | --url URL [--header "NAME: VALUE"]…] [serve options]

  Exits with 1 if there are errors or warnings. docs/lint.md explains every rule.

  --client NAME     only what this client refuses, besides what models misread: ${CLIENT_NAMES.join(', ')}; repeatable
  --as NAME         the name that the server has in clients, which counts towards the length of names
  --off RULE        leave a rule out; repeatable
  --fail-on LEVEL   exit with 1 from this level on: error, warning (the default), note, or never
  --probe           also call the read-only tools of another server with a wrong argument, and judge the errors
  --sources GLOB    where the classes of an app are written; by default the files of tsconfig.json and src/**/*.ts; repeatable
  --fix             put right in the sources what is safe to put right
  --json, --sarif, --github   for programs, for code scanning, as annotations of GitHub Actions
  --rules           list the rules with their evidence`,
  async run(args, io) {
    if (args.includes('--rules')) return listRules(io, args.includes('--json'));
    const { findings, request } = await judge(args, io, (asked, positionals) => {
      refuseExtra(positionals, 0);
      checkRequest(asked);
    });
    io.stdout(written(findings, request, io));
    const level = LEVELS.indexOf((request['fail-on'] ?? 'warning') as Severity);
    const failing = findings.filter(({ fixed, severity }) => !fixed && LEVELS.indexOf(severity) <= level);
    return failing.length ? 1 : 0;
  },
};

function checkRequest(request: LintRequest): void {
  refuseBoth(request, 'json', 'sarif', 'github');
  for (const client of request.client ?? [])
    if (!CLIENT_NAMES.includes(client as ClientName))
      throw new UsageError(`--client: '${client}' is not one of ${CLIENT_NAMES.join(', ')}`);
  for (const rule of request.off ?? [])
    if (!RULES.some(({ id }) => id === rule))
      throw new UsageError(`--off: there is no rule '${rule}'; --rules lists them`);
  const level = request['fail-on'];
  if (level !== undefined && level !== 'never' && !LEVELS.includes(level as Severity))
    throw new UsageError(`--fail-on: '${level}' is not one of ${LEVELS.join(', ')}, never`);
}

function written(findings: readonly PlacedFinding[], request: LintRequest, io: Io): string {
  if (request.json) return `${JSON.stringify(findings, null, 2)}\n`;
  if (request.sarif) return sarifReport(findings, version());
  if (request.github) return githubReport(findings);
  return textReport(findings, paintFor(io, 'stdout'));
}

function listRules(io: Io, json: boolean): number {
  const rules = RULES.map(({ id, severity, about, evidence, source, clients, fixable = false }) => ({
    id,
    severity,
    about,
    evidence,
    source,
    ...(clients && { clients }),
    fixable,
  }));
  const text = rules.map(
    ({ id, severity, about, evidence, source, fixable }) =>
      `${id} (${severity}${fixable ? ', --fix' : ''}): ${about}\n  ${evidence}\n  Source: ${source}.\n`,
  );
  io.stdout(json ? `${JSON.stringify(rules, null, 2)}\n` : text.join('\n'));
  return 0;
}
