import { dirname, join, resolve } from 'node:path';
import { CONFIG_FILE, configPath, type Config, type Sources } from '../../config';
import type { RuleEntry } from '../../policy/policy-rules';
import { userDirectory } from '../../disk/user-directories';
import { isWithin } from '../../policy/real-path';
import { stateDirectory } from '../../trust/state-directory';
import { namedDefinitionDirs } from './find-definition-dirs';
import { guideDirectory } from './find-guide-directory';
import type { Setup } from '../pack';

const GUIDANCE_FILE = 'tool_guidance.json';

/** What the files that steer a server are collected from. */
export type SteeringRequest = Pick<Setup, 'cwd' | 'env' | 'trust' | 'request'> & {
  readonly config: Config;
  readonly sources: Sources;
};

/**
 * Returns every file and directory that decides what the server does, whether or not it exists yet: no tool may write
 * them. What the working directory only happens to hold, and nobody named or trusted, decides nothing.
 */
export function steeringFiles(request: SteeringRequest): RuleEntry[] {
  const { config, sources, cwd, env, trust } = request;
  const dirs = namedDefinitionDirs(request).map((dir) => resolve(cwd, dir));
  const files = [
    CONFIG_FILE,
    '.toolwright',
    GUIDANCE_FILE,
    sources.file,
    config.definitions.guidance,
    config.prompts,
    config.app,
    config.log.file,
    config.audit.dir,
    config.clients.usedStates,
    config.http.tokens,
    config.http.cert,
    config.http.key,
    ...dirs,
    ...dirs.map((dir) => join(dirname(dir), GUIDANCE_FILE)),
    ...moduleDirectories(config.modules, cwd),
    ...trust.used,
    guideDirectory(request),
    stateDirectory(env),
    // Holds compiled code, which the next start runs.
    userDirectory('cache', 'toolwright', env),
  ];
  const paths = files.filter((file) => file !== undefined).map((file) => resolve(cwd, file));
  return [...new Set(paths)].map((value) => ({ value, where: 'built in' }));
}

/** Returns those of them that were named: they are used as they are, whatever is put in their place. */
export function unverifiedFiles(request: SteeringRequest): string[] {
  const { config, cwd, sources, trust } = request;
  const { required } = configPath(request.request);
  const named = [
    ...(required && sources.file !== undefined ? [sources.file] : []),
    ...namedDefinitionDirs(request),
    ...namedOnes(trust, 'definitions.guidance', config.definitions.guidance),
    ...namedOnes(trust, 'prompts', config.prompts),
    ...config.modules
      .filter((pattern) => trust.isNamed('modules', pattern))
      .flatMap((pattern) => moduleDirectories([pattern], cwd)),
    ...(config.http.tokens === undefined ? [] : [config.http.tokens]),
  ];
  return named.map((file) => resolve(cwd, file));
}

function namedOnes(trust: Setup['trust'], setting: string, value: string | undefined): string[] {
  return value !== undefined && trust.isNamed(setting, value) ? [value] : [];
}

// A new file that matches a pattern would be loaded too. A pattern over the whole project would lock it all, so there
// only the files that were loaded are protected.
function moduleDirectories(patterns: readonly string[], cwd: string): string[] {
  return patterns.flatMap((pattern) => {
    const wildcard = pattern.search(/[*?[{(!]/);
    if (wildcard < 0) return [pattern];
    const fixed = resolve(cwd, pattern.slice(0, pattern.lastIndexOf('/', wildcard) + 1) || '.');
    return isWithin(cwd, fixed) ? [] : [fixed];
  });
}
