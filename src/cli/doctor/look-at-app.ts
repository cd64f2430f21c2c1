import { whyUnrecorded } from '../../base/who-records-types';
import { howMany } from '../../base/how-many';
import type { OpenApp } from '../../app/open-loaded-app';
import { foretellProblems, listenProblems } from '../../app/wiring/foretell-problems';
import { idleSettings, refusedSettings } from '../../app/wiring/find-idle-settings';
import { formatOrigin, type ConfigProblem } from '../../config';
import { misspeltVariables } from '../../config/unknown-variables';
import { AuthorErrors } from '../../author-problems';
import { SUPPORTED_VERSIONS } from '../../serve/modern/protocol-era';
import { CompilerSettingsError } from '../../errors';
import { resourceCount } from '../../inspect/count-resources';
import { AppPeer } from '../app-peer';
import { bySettings, note, ok, problem, type Finding } from './finding';
import { leftOutFindings } from './look-at-left-out';

/** Looks at the app: its configuration, everything it offers, its manifest, and the revisions it speaks. */
export async function lookAtApp(open: OpenApp): Promise<Finding[]> {
  const { app, setup } = open;
  const { leftOut } = setup.trust;
  return [
    ok('app', `${app.name} ${app.version}`),
    ok('configuration', setup.sources.file ?? 'no toolwright.yaml is used; everything has its default'),
    ...misspeltVariables(setup.env, app.configModel).map((text) => note('environment', text)),
    ...listenProblems(setup).map((each) => problem('configuration', wordedProblem(each), each.cure)),
    ...refusedSettings(setup).map((each) => problem('configuration', wordedProblem(each), each.cure)),
    ...idleSettings(setup).map((each) => note('configuration', wordedProblem(each), each.cure)),
    ...(await wrongIfTrusted(open)),
    ...leftOutFindings(leftOut, setup.cwd),
    ...(await offered(open)),
    ...manifestOf(open),
    ok('protocol', `revisions ${SUPPORTED_VERSIONS.join(', ')}`),
  ];
}

// A file that isn't used because nobody trusts it would still stop the server as soon as somebody does.
async function wrongIfTrusted(open: OpenApp): Promise<Finding[]> {
  const { problems, unsure } = await foretellProblems(open);
  return [
    ...problems.map((each) =>
      problem(
        'configuration',
        `${wordedProblem(each)}; once the file is trusted, no server starts`,
        each.cure,
      ),
    ),
    ...unsure.map(({ origin, path, cure }) =>
      note(
        'configuration',
        `${formatOrigin(origin)}: ${path} names a tool that is not known before its modules and definitions are trusted; if they don't have it, no server starts`,
        cure,
      ),
    ),
  ];
}

function wordedProblem({ origin, path, message }: ConfigProblem): string {
  return `${formatOrigin(origin)}: ${[path, message].filter(Boolean).join(' ')}`;
}

async function offered(open: OpenApp): Promise<Finding[]> {
  try {
    await open.verify();
  } catch (error) {
    return mistakes(error instanceof AuthorErrors ? error.problems : [error as Error]);
  }
  const { registry, prompts } = open;
  const tools = registry.list();
  const off = tools.length - registry.list({ enabledOnly: true }).length;
  const counts = [
    `${howMany(tools.length, 'tool')}${off ? ` (${off} turned off)` : ''}`,
    howMany((await prompts.list()).length, 'prompt'),
    resourceCount(await new AppPeer(open).resources()),
  ];
  return [
    tools.length
      ? ok('classes', counts.join(', '))
      : note('classes', counts.join(', '), 'Add tools, or switch packs on.'),
  ];
}

function mistakes(problems: readonly Error[]): Finding[] {
  const unrecorded = problems.filter((each) => each instanceof CompilerSettingsError);
  const others = problems.filter((each) => !unrecorded.includes(each as CompilerSettingsError));
  return [
    ...others.map(({ message }, at): Finding =>
      at < others.length - 1
        ? { topic: 'classes', verdict: 'problem', text: message }
        : problem('classes', message, 'See types.md and authoring.md in node_modules/toolwright/docs.'),
    ),
    ...(unrecorded.length ? [withoutTypes(unrecorded)] : []),
  ];
}

// One setting takes the types of all classes away.
function withoutTypes(unrecorded: readonly CompilerSettingsError[]): Finding {
  const { cause, cure } = whyUnrecorded();
  const places = unrecorded.map(({ place }) => place).join(', ');
  return bySettings(
    'classes',
    `the compiler recorded no types for ${places}: ${cause}`,
    `State the types: \`type\` in @Arg, \`inject\` in @Tool, @Prompt and @Resource; or ${cure}.`,
  );
}

function manifestOf({ app, registry }: OpenApp): Finding[] {
  const { manifest } = app.options;
  if (!manifest) return [];
  const known = new Set(manifest.tools.flatMap((tool) => ('name' in tool ? [String(tool.name)] : [])));
  const own = registry.list().filter(({ pack }) => pack === undefined);
  const missing = own.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  const gone = [...known].filter((name) => !registry.get(name));
  if (!missing.length && !gone.length)
    return [ok('manifest', own.length === 1 ? 'has the tool' : `has all ${own.length} tools`)];
  const parts = [
    ...(missing.length ? [`lacks ${missing.join(', ')}`] : []),
    ...(gone.length ? [`still has ${gone.join(', ')}`] : []),
  ];
  return [
    problem('manifest', `${parts.join(' and ')}: it is older than the classes`, 'Run toolwright generate.'),
  ];
}
