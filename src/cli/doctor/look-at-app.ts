import { howMany } from '../../base/how-many';
import type { OpenApp } from '../../app/open-loaded-app';
import { leftOutText } from '../../app/workspace-trust';
import { misspeltVariables } from '../../config/unknown-variables';
import { AuthorErrors } from '../../author-problems';
import { SUPPORTED_VERSIONS } from '../../serve/modern/protocol-era';
import { note, ok, problem, type Finding } from './finding';

/** Looks at the app: its configuration, everything it offers, its manifest, and the revisions it speaks. */
export async function lookAtApp(open: OpenApp): Promise<Finding[]> {
  const { app, setup } = open;
  const { leftOut } = setup.trust;
  return [
    ok('app', `${app.name} ${app.version}`),
    ok('configuration', setup.sources.file ?? 'no toolwright.yaml is used; everything has its default'),
    ...misspeltVariables(setup.env, app.configModel).map((text) => note('environment', text)),
    ...(leftOut.length
      ? [note('trust', `${leftOutText(leftOut, setup.cwd)}.`, 'Look at it, then run toolwright trust.')]
      : []),
    ...(await offered(open)),
    ...manifestOf(open),
    ok('protocol', `revisions ${SUPPORTED_VERSIONS.join(', ')}`),
  ];
}

async function offered(open: OpenApp): Promise<Finding[]> {
  try {
    await open.verify();
  } catch (error) {
    const problems = error instanceof AuthorErrors ? error.problems : [error as Error];
    return problems.map(({ message }, at) =>
      at < problems.length - 1
        ? { topic: 'classes', verdict: 'problem', text: message }
        : problem('classes', message, 'See types.md and authoring.md in node_modules/toolwright/docs.'),
    );
  }
  const { registry, prompts, resources } = open;
  const tools = registry.list();
  const off = tools.length - registry.list({ enabledOnly: true }).length;
  const counts = [
    `${howMany(tools.length, 'tool')}${off ? ` (${off} turned off)` : ''}`,
    howMany((await prompts.list()).length, 'prompt'),
    howMany((await resources.list()).length + (await resources.templates()).length, 'resource'),
  ];
  return [
    tools.length
      ? ok('classes', counts.join(', '))
      : note('classes', counts.join(', '), 'Add tools, or switch packs on.'),
  ];
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
