import { isAbsolute } from 'node:path';
import type { App } from '../../app/app';
import { purposeIn } from '../print-columns';
import { UsageError } from '../command';
import type { DeclaredSetting } from './declared-settings';
import type { PackageFacts } from './package-facts';
import type { Offered } from './try-bundle';

/** What the manifest of an MCP bundle is made from. */
export interface ManifestParts {
  readonly app: App;
  readonly facts: PackageFacts;
  readonly settings: readonly DeclaredSetting[];
  /** What the server was seen to offer; undefined if it was not started. */
  readonly offered: Offered | undefined;
  /** The path of the server in the bundle. */
  readonly entry: string;
}

const MANIFEST_VERSION = '0.3';

/** Makes the manifest.json of an MCP bundle. */
export function mcpbManifest({ app, facts, settings, offered, entry }: ManifestParts): object {
  const { author, license, homepage, repository, keywords, node } = facts;
  const description = descriptionOf(app, facts);
  return {
    manifest_version: MANIFEST_VERSION,
    name: app.name,
    version: versionOf(app, facts),
    description,
    author,
    ...(repository !== undefined && { repository: { type: 'git', url: repository } }),
    ...(homepage !== undefined && URL.canParse(homepage) && { homepage }),
    ...(license !== undefined && { license }),
    ...(keywords.length && { keywords }),
    server: {
      type: 'node',
      entry_point: entry,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${entry}`],
        ...(settings.length && {
          env: Object.fromEntries(settings.map(({ variable, key }) => [variable, `\${user_config.${key}}`])),
        }),
      },
    },
    ...(offered
      ? {
          tools: offered.tools.map(({ name, description: text }) => ({
            name,
            description: purposeIn(text, { name }),
          })),
        }
      : { tools_generated: true }),
    // A prompt's text depends on its arguments, and the format has room for a fixed one only.
    ...((offered?.prompts ?? 1) > 0 && { prompts_generated: true }),
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node } },
    ...(settings.length && {
      user_config: Object.fromEntries(settings.map((setting) => [setting.key, optionOf(setting)])),
    }),
  };
}

/** Refuses a package.json that lacks what the manifest has to say. */
export function refuseUntold(app: App, facts: PackageFacts): void {
  const missing = [
    ...(facts.author ? [] : ['author']),
    ...(descriptionOf(app, facts) === undefined ? ['description'] : []),
  ];
  if (missing.length)
    throw new UsageError(
      `an .mcpb bundle has to name its ${missing.join(' and ')}; add ${missing.map((key) => `"${key}"`).join(' and ')} to package.json`,
    );
}

function descriptionOf(app: App, facts: PackageFacts): string | undefined {
  return facts.description ?? app.options.instructions?.split('\n', 1)[0];
}

/** The version of a server: that of its package, which is what is published, else the app's own. */
export function versionOf(app: App, facts: PackageFacts): string {
  return facts.version ?? app.version;
}

// Where the user sets nothing, clients put in the default; without one the variable would hold its own placeholder. An
// empty variable counts as absent, so it stands for a default that the format can't express.
function optionOf(setting: DeclaredSetting): object {
  const { title, description, required, secret, schema } = setting;
  const plain = { title, description: described(setting), required, ...(secret && { sensitive: true }) };
  const value = setting.default;
  if ((schema.type === 'number' || schema.type === 'integer') && (required || value !== undefined))
    return {
      type: 'number',
      ...plain,
      description,
      ...(value !== undefined && { default: Number(value) }),
      ...(schema.minimum !== undefined && { min: schema.minimum }),
      ...(schema.maximum !== undefined && { max: schema.maximum }),
    };
  if (schema.type === 'boolean' && (required || value !== undefined))
    return { type: 'boolean', ...plain, ...(value !== undefined && { default: value === 'true' }) };
  const type = schema.type === 'string' && !secret ? kindOfPath(setting.key) : 'string';
  const usable = type === 'string' || (value !== undefined && isAbsolute(value)) ? value : undefined;
  return { type, ...plain, ...(!required && { default: usable ?? '' }) };
}

function described({ description, schema }: DeclaredSetting): string {
  if (schema.type === 'array') return `${description} (separated by commas)`;
  if (schema.type === 'object') return `${description} (as JSON)`;
  return schema.enum ? `${description} (one of ${schema.enum.join(', ')})` : description;
}

function kindOfPath(key: string): 'directory' | 'file' | 'string' {
  if (/(?:^|_)(?:dir|directory|folder)$/.test(key)) return 'directory';
  return /(?:^|_)file$/.test(key) ? 'file' : 'string';
}
