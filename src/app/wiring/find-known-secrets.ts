import { knownSecrets, type KnownSecrets } from '../../json/known-secrets';
import type { ToolRegistry } from '../../registries/tool-registry';
import { argumentsOf } from '../../tool/arguments-of';

/** Returns a function that tells what is secret in the arguments of any tool: one tool may carry the arguments of another. */
export function knownSecretsOf(registry: ToolRegistry): () => KnownSecrets {
  let known: KnownSecrets = { names: [] };
  let revision = -1;
  return () => {
    if (revision !== registry.revision) {
      revision = registry.revision;
      known = knownSecrets(registry.list().map(argumentsOf));
    }
    return known;
  };
}
