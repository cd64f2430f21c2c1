import { formatProblems, type ConfigProblem, type Sources } from '../../config';
import type { Logger } from '../../logger';
import type { Setup } from '../pack';
import { SETTING_NEEDS, type NeedsOf, type SettingNeed } from './list-setting-needs';
import { authenticates } from './refuse-unheld-access';

/** What settings are judged by. */
export type JudgedSetup = NeedsOf & Pick<Setup, 'sources'>;

/** Returns settings that somebody relies on and that could not count: no server starts with them. */
export function refusedSettings(setup: JudgedSetup): ConfigProblem[] {
  return idle(setup, ({ refused }) => refused === true);
}

/** Returns other settings that could not count, of which a server warns: a file may serve several. */
export function idleSettings(setup: JudgedSetup): ConfigProblem[] {
  return [
    ...idle(setup, ({ refused }) => refused !== true),
    ...snippetSettings(setup),
    ...grantSettings(setup),
  ];
}

/** Returns what is set for HTTP alone, as one problem of a server on stdio. */
export function idleOnStdio({ config, sources }: Pick<JudgedSetup, 'config' | 'sources'>): ConfigProblem[] {
  const names = sources.namesIn('http').filter((name) => name !== 'listen');
  const [first] = names;
  if (first === undefined || config.http.listen !== undefined) return [];
  return [
    {
      origin: sources.where(`http.${first}`),
      path: 'http',
      message: `counts only over HTTP, and this server is on stdio (${names.join(', ')})`,
      cure: 'Set http.listen, or remove it.',
    },
  ];
}

/** Returns what is set for stdio, or for callers with a name, and can't count for a server on HTTP. */
export function idleOnHttp({ config, sources }: Pick<JudgedSetup, 'config' | 'sources'>): ConfigProblem[] {
  const named = authenticates(config.http);
  return [
    ...stated(sources, 'clients.principal', 'is the user on stdio, and this server is on HTTP', 'Remove it.'),
    ...(named
      ? []
      : stated(
          sources,
          'http.rate',
          'has no effect: without authentication no caller has a name to count by',
          'Set http.tokens or http.jwt.issuer, or remove it.',
        )),
  ];
}

/** Logs problems that don't keep a server from starting. */
export function warnOfSettings(log: Logger, problems: readonly ConfigProblem[]): void {
  for (const each of problems) log.warning(formatProblems([each]));
}

// Only for what is stated the tools are looked at.
function idle(setup: JudgedSetup, applies: (need: SettingNeed) => boolean): ConfigProblem[] {
  return SETTING_NEEDS.filter(applies).flatMap((need) => {
    const { of, counts, without, cure, decidedBy } = need;
    const found = of.flatMap((path) => stated(setup.sources, path, `has no effect: ${without}`, cure));
    if (!found.length || decidedBy.some((path) => isForThisStart(setup.sources, path))) return [];
    return counts(setup) ? [] : found;
  });
}

function stated(sources: Sources, path: string, message: string, cure: string): ConfigProblem[] {
  const origin = sources.where(path);
  return origin.source === 'default' ? [] : [{ origin, path, message, cure }];
}

function isForThisStart(sources: Sources, path: string): boolean {
  return ['option', 'environment'].includes(sources.where(path).source);
}

// A parameter with a default is never missing.
function snippetSettings({ config, sources }: JudgedSetup): ConfigProblem[] {
  return Object.entries(config.code.snippets).flatMap(([name, { params }]) =>
    Object.entries(params)
      .filter(([, { required, default: given }]) => required && given !== undefined)
      .flatMap(([param]) =>
        stated(
          sources,
          `code.snippets.${name}.params.${param}.required`,
          'has no effect: its default is used',
          'Remove it, or the default.',
        ),
      ),
  );
}

function grantSettings({ config, sources }: JudgedSetup): ConfigProblem[] {
  const { http, packs } = config;
  return (['principals', 'scopes'] as const).flatMap((kind) =>
    Object.entries(http[kind]).flatMap(([name, grant]) => {
      const path = `http.${kind}.${name}`;
      const off = (grant.packs ?? []).flatMap((pack, index) =>
        pack === 'own' || pack === 'definitions' || packs.some((one) => one === pack)
          ? []
          : stated(
              sources,
              `${path}.packs[${index}]`,
              `has no effect: the pack ${pack} is off`,
              `Add ${pack} to packs, or remove it.`,
            ),
      );
      return [
        ...off,
        ...(grant.metrics && http.metrics !== 'authenticated'
          ? stated(
              sources,
              `${path}.metrics`,
              'has no effect: only authenticated callers are asked for it',
              'Set http.metrics to authenticated, or remove it.',
            )
          : []),
      ];
    }),
  );
}
