import { resolve } from 'node:path';
import { formatOrigin, secretsInFile, type LoadedConfig } from '../../config';
import type { SecretEntry } from '../../policy/policy-rules';

/**
 * Returns every file that the server knows to contain a secret of its own: no tool may read them, wherever they are. The
 * configuration file is one as long as it contains a secret itself.
 */
export function secretFiles(loaded: LoadedConfig & { readonly cwd: string }): SecretEntry[] {
  const { config, sources, cwd } = loaded;
  const named = [
    ['http.key', config.http.key],
    ['http.tokens', config.http.tokens],
    ['audit.dir', config.audit.dir],
  ] as const;
  const inFile = sources.file === undefined ? [] : secretsInFile(loaded);
  return [
    ...named.flatMap(([setting, file]) => (file === undefined ? [] : [[setting, file] as const])),
    ...inFile.map((setting) => [setting, sources.file!] as const),
  ].map(([setting, file]) => ({
    setting,
    value: resolve(cwd, file),
    where: formatOrigin(sources.where(setting)),
  }));
}
