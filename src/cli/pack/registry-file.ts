import type { App } from '../../app/app';
import { UsageError } from '../command';
import type { DeclaredSetting } from './declared-settings';
import { versionOf } from './mcpb-manifest';
import type { PackageFacts } from './package-facts';

/** What a server.json is made from. */
export interface RegistryParts {
  readonly app: App;
  readonly facts: PackageFacts;
  readonly settings: readonly DeclaredSetting[];
  /** The name in the registry, if it is not that of package.json. */
  readonly name: string | undefined;
  /** The addresses where the server runs already. */
  readonly remotes: readonly string[];
  /** Words after the package's command that start the server. */
  readonly words: readonly string[];
}

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;
const LONGEST_NAME = 200;
const LONGEST_DESCRIPTION = 100;
// What npm takes for a range rather than a version.
const RANGE = /^[\^~<>=]|\s|\|\||\*|(?:^|\.)x(?:\.|$)|^latest$/i;

/** Makes the server.json of the MCP registry; everything that package.json lacks for it is reported together. */
export function registryFile({ app, facts, settings, name, remotes, words }: RegistryParts): object {
  const named = name ?? facts.mcpName ?? githubName(facts);
  const version = versionOf(app, facts);
  const description = facts.description ?? app.options.instructions?.split('\n', 1)[0] ?? '';
  const problems = [
    ...nameProblems(named, facts),
    ...(description === '' ? ['it has no "description"'] : []),
    ...(RANGE.test(version) ? [`"version": "${version}" is no exact version`] : []),
    ...packageProblems(facts),
  ];
  if (problems.length)
    throw new UsageError(`package.json is not ready for the registry: ${problems.join('; ')}`);
  return {
    $schema: SCHEMA,
    name: named,
    description: shortened(description),
    version,
    ...(facts.repository !== undefined && {
      repository: { url: facts.repository, source: sourceOf(facts.repository) },
    }),
    ...(facts.homepage !== undefined && URL.canParse(facts.homepage) && { websiteUrl: facts.homepage }),
    packages: [
      {
        registryType: 'npm',
        registryBaseUrl: 'https://registry.npmjs.org',
        identifier: facts.name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        ...(words.length && {
          packageArguments: words.map((value) => ({ type: 'positional', value })),
        }),
        ...(settings.length && { environmentVariables: settings.map(variableOf) }),
      },
    ],
    ...(remotes.length && { remotes: remotes.map((url) => ({ type: 'streamable-http', url })) }),
  };
}

/** Returns the name under which a project of GitHub may be published. */
function githubName({ repository, name }: PackageFacts): string | undefined {
  const [, owner] = /^https?:\/\/github\.com\/([^/]+)\//.exec(repository ?? '') ?? [];
  return owner === undefined || name === undefined
    ? undefined
    : `io.github.${owner}/${name.replace(/^@[^/]*\//, '')}`;
}

function nameProblems(named: string | undefined, { mcpName }: PackageFacts): string[] {
  if (named === undefined)
    return ['it has no "mcpName", such as "io.github.you/notes", and no repository on GitHub'];
  if (!NAME.test(named) || named.length > LONGEST_NAME)
    return [`'${named}' is no name of the registry; write it as NAMESPACE/NAME, such as io.github.you/notes`];
  // The registry compares the two when the server is published.
  if (mcpName !== named) return [`it needs "mcpName": "${named}", by which the registry knows it as yours`];
  return [];
}

function packageProblems({ name, private: isPrivate, hasBin }: PackageFacts): string[] {
  return [
    ...(name === undefined ? ['it has no "name"'] : []),
    ...(isPrivate ? ['it is "private", so npm won’t publish it'] : []),
    ...(hasBin ? [] : ['it has no "bin", which npx starts']),
  ];
}

function sourceOf(repository: string): string {
  return new URL(repository).hostname.replace(/^www\.|\.(?:com|org)$/g, '');
}

function shortened(text: string): string {
  if (text.length <= LONGEST_DESCRIPTION) return text;
  const cut = text.slice(0, LONGEST_DESCRIPTION - 1);
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1 || undefined).trimEnd()}…`;
}

function variableOf(setting: DeclaredSetting): object {
  const { variable, description, schema, required, secret } = setting;
  const { type } = schema;
  return {
    name: variable,
    description,
    format: type === 'integer' || type === 'number' ? 'number' : type === 'boolean' ? 'boolean' : 'string',
    isRequired: required,
    isSecret: secret,
    ...(setting.default !== undefined && { default: setting.default }),
    ...(schema.enum && { choices: schema.enum.map(String) }),
  };
}
