import { exceptionMessage } from '../../base/exception';
import { writtenPlace } from '../../base/written-place';
import { builtInApp } from '../../app/built-in-app';
import { isMistake } from '../../app/app-mistakes';
import { placeInStack } from '../../app/place-of-error';
import { version } from '../../app/package-version';
import { ConfigError } from '../../config';
import { UsageError, type Command, type Io } from '../command';
import { namedOption } from '../../config/named-option';
import { openForShell } from '../open-for-shell';
import { NoAppTaken, takeProjectApp } from '../project-app/take-project-app';
import { paintFor } from '../terminal-colours';
import type { AppSources } from '../lint/place-findings';
import { refuseExtra } from '../refuse-extra';
import type { Paint } from '../../base/colours';
import { bySettings, causesIn, ok, problem, type Finding } from '../doctor/finding';
import { CompilerSettingsError } from '../../errors';
import { lookAtApp } from '../doctor/look-at-app';
import { lookAtBuild } from '../doctor/look-at-build';
import { lookAtLeftOut } from '../doctor/look-at-left-out';
import { lookAtManifest } from '../doctor/look-at-manifest';
import { lookAtPolicy } from '../doctor/look-at-policy';
import { lookAtRegistration, lookAtSources, sourcesIn } from '../doctor/look-at-sources';
import { lookAtToolchain } from '../doctor/look-at-toolchain';

/** Looks at everything a server depends on, and says what is wrong and how to put it right. */
export const command: Command = {
  name: 'doctor',
  usage: `toolwright doctor [--json] [serve options]

  Looks at Node, decorator settings, doubled packages, the app's sources, build, classes and manifest, configuration, policy, sandbox and
  protocol revisions. Exits with 1 if something has to be put right.

  --json   the findings as JSON`,
  async run(args, io) {
    refuseServer(args);
    const json = args.includes('--json');
    const read = await sourcesIn(io.cwd, namedOption(args, 'app'));
    const { looked, to } = await lookAtServer(
      args.filter((word) => word !== '--json'),
      read.sources,
      io,
    );
    const findings = causesIn([
      ok('toolwright', version()),
      ...lookAtToolchain(io.cwd, read.sources),
      ...lookAtSources(read, io.cwd),
      ...looked,
    ]);
    to.stdout(json ? `${JSON.stringify(findings)}\n` : textOf(findings, paintFor(io, 'stdout')));
    return findings.some(({ verdict }) => verdict === 'problem') ? 1 : 0;
  },
};

function refuseServer(args: readonly string[]): void {
  const other = ['url', 'server'].find((name) => namedOption(args, name) !== undefined);
  if (other === undefined) return;
  throw new UsageError(
    `--${other}: doctor looks at a project and its app; of another server, 'toolwright lint --${other} …' judges what it offers`,
  );
}

async function lookAtServer(
  given: string[],
  sources: AppSources | undefined,
  io: Io,
): Promise<{ looked: Finding[]; to: Io }> {
  try {
    const { args, io: to } = await takeProjectApp(given, io, 'judges');
    return { looked: [...(await lookAtBuild(args, io)), ...(await lookAtOpened(args, sources, io))], to };
  } catch (error) {
    if (!(error instanceof NoAppTaken)) throw error;
    return { looked: [problem('app', `${error.reason}.`, error.cure)], to: io };
  }
}

const CLOSE_CURE =
  'Let it close what is open, within a time limit, and catch what may fail: what it leaves is lost when a server ends.';

async function lookAtOpened(args: string[], sources: AppSources | undefined, io: Io): Promise<Finding[]> {
  const notClosed: Finding[] = [];
  try {
    const { open, positionals } = await openForShell(
      args,
      { ...io, stderr: () => undefined },
      {},
      {
        verified: true,
        closeFailed: ({ text }) => notClosed.push(problem('closing', `${text}.`, CLOSE_CURE)),
      },
    );
    let all: Finding[];
    try {
      refuseExtra(positionals, 0);
      const isOwn = sources !== undefined && open.app !== builtInApp;
      const forgotten = isOwn ? await lookAtRegistration(sources, open, io.cwd) : [];
      const looked = await lookAtApp(open);
      // Classes with mistakes have no schema to compare.
      const isSound = !looked.some(({ topic, verdict }) => topic === 'classes' && verdict === 'problem');
      const stale = isSound && open.app !== builtInApp ? await lookAtManifest(open.app, sources, io.cwd) : [];
      all = [...looked, ...stale, ...forgotten, ...lookAtPolicy(open)];
    } finally {
      await open.close();
    }
    return [...all, ...notClosed];
  } catch (error) {
    if (isWrongUse(error)) throw error;
    const text = isMistake(error) ? error.message : thrownText(error);
    const finding = error instanceof CompilerSettingsError ? bySettings : problem;
    return [
      finding(
        'app',
        `can't be opened: ${text}`,
        'Correct that first; what it offers could not be looked at.',
      ),
      ...(saysWhatIsLeftOut(error) ? [] : await lookAtLeftOut(args, io)),
    ];
  }
}

function saysWhatIsLeftOut(error: unknown): boolean {
  return error instanceof ConfigError && error.remark !== undefined;
}

// What an app throws while it starts has no explanation but its place.
function thrownText(error: unknown): string {
  const place = placeInStack(error);
  return `${exceptionMessage(error)}${place === undefined ? '' : ` (${writtenPlace(place)})`}`;
}

// A wrong command line says nothing about the project.
function isWrongUse(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  return error instanceof ConfigError && error.problems.some(({ origin }) => origin.source === 'option');
}

function textOf(findings: readonly Finding[], { green, yellow, red }: Paint): string {
  const marks = { ok: green('✓'), note: yellow('•'), problem: red('✗') } as const;
  const width = Math.max(...findings.map(({ topic }) => topic.length));
  const lines = findings.flatMap(({ topic, verdict, text, cure }) => [
    `${marks[verdict]} ${topic.padEnd(width)}  ${text}`,
    ...(cure === undefined ? [] : [`  ${' '.repeat(width)}  → ${cure}`]),
  ]);
  const count = (verdict: Finding['verdict']): number =>
    findings.filter((one) => one.verdict === verdict).length;
  const [wrong, known] = [count('problem'), count('note')];
  return `${lines.join('\n')}\n\n${wrong ? `${wrong} to put right` : 'Nothing to put right'}${known ? `, ${known} to know` : ''}.\n`;
}
