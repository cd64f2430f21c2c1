import { actsOnMachine, makeGrants } from './wiring/make-grants';
import type { OpenApp } from './open-loaded-app';

/** Says what nobody is offered over HTTP, and which of the tools that act on this machine are granted, and where. */
export function httpExposure({
  registry,
  prompts,
  resources,
  setup,
}: Pick<OpenApp, 'registry' | 'prompts' | 'resources' | 'setup'>): string[] {
  const { principals, scopes } = setup.config.http;
  const grantOf = makeGrants(setup);
  const entries = [
    ...Object.keys(principals).map((id) => ({
      path: `http.principals.${id}`,
      share: grantOf({ id, scopes: [] }),
    })),
    ...Object.keys(scopes).map((scope) => ({
      path: `http.scopes.${scope}`,
      share: grantOf({ id: '', scopes: [scope] }),
    })),
  ];
  const shares = entries.length ? entries : [{ path: '', share: grantOf(undefined) }];
  const tools = registry.list({ enabledOnly: true }).map((tool) => ({
    tool,
    granted: shares.filter(({ share }) => share?.grant.allows(tool.name)).map(({ path }) => path),
  }));
  const withheld = tools.filter(({ granted }) => !granted.length).map(({ tool }) => tool.name);
  const acting = tools.filter(({ tool, granted }) => entries.length && granted.length && actsOnMachine(tool));
  const where = entries.length ? 'in http.tools or a grant' : 'in http.tools';
  const grants = [...Object.values(principals), ...Object.values(scopes)];
  const forgotten = [
    ...(prompts.names().length ? (['prompts'] as const) : []),
    ...(resources.isEmpty ? [] : (['resources'] as const)),
  ].filter(
    (kind) => !shares.some(({ share }) => share?.[kind]) && !grants.some((grant) => grant[kind] === false),
  );
  return [
    ...forgotten.map((kind) => `No grant offers ${kind}: write \`${kind}: true\` into those that should.`),
    ...(withheld.length ? [`Not offered over HTTP unless named ${where}: ${withheld.join(', ')}.`] : []),
    ...acting.map(
      ({ tool, granted }) =>
        `${tool.name} writes files or runs commands, and is granted by ${granted.join(', ')}.`,
    ),
  ];
}
