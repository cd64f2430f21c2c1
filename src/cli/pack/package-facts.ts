import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parsedJson } from '../../base/json-value';
import { UsageError } from '../command';

/** Who made a package. */
export interface PackageAuthor {
  readonly name: string;
  readonly email?: string;
  readonly url?: string;
}

/** What a project's package.json says of it, as far as it is published with a server. */
export interface PackageFacts {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly author?: PackageAuthor;
  readonly license?: string;
  readonly homepage?: string;
  /** The address of the repository, as a browser takes it. */
  readonly repository?: string;
  readonly keywords: readonly string[];
  /** The name that the registry of MCP servers checks. */
  readonly mcpName?: string;
  readonly node: string;
  readonly private: boolean;
  readonly hasBin: boolean;
  readonly hasBuild: boolean;
  readonly hasLock: boolean;
  readonly isModule: boolean;
}

/** Reads the package.json of a project; a directory without one has no facts. */
export function readPackageFacts(directory: string): PackageFacts {
  const file = join(directory, 'package.json');
  const there = existsSync(file);
  const read = there ? parsedJson(readFileSync(file, 'utf8')) : {};
  if (!isObject(read)) throw new UsageError(`${file} is not a JSON object; correct it`);
  const text = (key: string): Record<string, string> => {
    const value = read[key];
    return typeof value === 'string' && value !== '' ? { [key]: value } : {};
  };
  const author = authorIn(read['author']);
  const repository = repositoryIn(read['repository']);
  return {
    ...text('name'),
    ...text('version'),
    ...text('description'),
    ...text('license'),
    ...text('homepage'),
    ...text('mcpName'),
    ...(author && { author }),
    ...(repository !== undefined && { repository }),
    keywords: Array.isArray(read['keywords'])
      ? read['keywords'].filter((word): word is string => typeof word === 'string')
      : [],
    node: nodeIn(read['engines']),
    private: read['private'] === true,
    hasBin: typeof read['bin'] === 'string' || isObject(read['bin']),
    hasBuild: isObject(read['scripts']) && typeof read['scripts']['build'] === 'string',
    hasLock: existsSync(join(directory, 'package-lock.json')),
    isModule: read['type'] === 'module',
  };
}

function nodeIn(engines: unknown): string {
  return isObject(engines) && typeof engines['node'] === 'string' ? engines['node'] : '>=20';
}

// npm also takes `Name <email> (url)`.
function authorIn(value: unknown): PackageAuthor | undefined {
  if (typeof value === 'string') {
    const [, name = '', email, url] =
      /^([^<(]*?)\s*(?:<([^>]*)>)?\s*(?:\(([^)]*)\))?$/.exec(value.trim()) ?? [];
    return authorIn({ name, email, url });
  }
  if (!isObject(value) || typeof value['name'] !== 'string' || value['name'] === '') return undefined;
  const { name, email, url } = value;
  return {
    name,
    ...(typeof email === 'string' && { email }),
    ...(typeof url === 'string' && { url }),
  };
}

// npm also takes `github:user/name`, `user/name` and addresses of git.
function repositoryIn(value: unknown): string | undefined {
  const text = isObject(value) ? value['url'] : value;
  if (typeof text !== 'string') return undefined;
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(text);
  if (short) return `https://github.com/${short[1]}`;
  const url = text
    .replace(/^git\+/, '')
    .replace(/^(?:ssh:\/\/)?git@([^/:]+)[/:]/, 'https://$1/')
    .replace(/^git:/, 'https:')
    .replace(/\.git$/, '');
  return /^https?:\/\//.test(url) && URL.canParse(url) ? url : undefined;
}
