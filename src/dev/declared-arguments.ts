import type { OpenApp } from '../app/open-loaded-app';
import { secretNamesOf } from '../app/wiring/find-secret-names';
import type { JsonSchema } from '../base/json-schema';
import { withoutSecrets } from '../json/without-secrets';
import { noteOfPrompt } from '../registries/prompt-description';
import { schemaOf } from '../schema/args-schema';
import { secretsOf } from '../schema/declared-secrets';

/** What a version declares about arguments, so that the front process can show those of a call without secrets. */
export interface DeclaredArguments {
  /** The names of the secret arguments of all tools and prompts: one tool may carry the arguments of another. */
  readonly secrets: readonly string[];
  /** What each tool takes, by its published name. */
  readonly tools: Readonly<Record<string, JsonSchema>>;
  readonly prompts: Readonly<Record<string, JsonSchema>>;
}

const NOTHING_KNOWN: JsonSchema = { additionalProperties: false };

/** Returns what an open app declares about arguments. */
export async function declaredArguments({ registry, prompts }: OpenApp): Promise<DeclaredArguments> {
  const secrets = new Set(secretNamesOf(registry)());
  const ofPrompts: [string, JsonSchema][] = [];
  for (const [name, cls] of await prompts.classes()) {
    const { args } = noteOfPrompt(cls);
    if (!args) continue;
    ofPrompts.push([name, schemaOf(args)]);
    for (const secret of secretsOf(args)) secrets.add(secret);
  }
  return {
    secrets: [...secrets],
    tools: Object.fromEntries(
      registry.list().flatMap((tool) => {
        const schema = described(() => tool.describe().inputSchema);
        return schema ? [[registry.exposedName(tool), schema] as const] : [];
      }),
    ),
    prompts: Object.fromEntries(ofPrompts),
  };
}

/** Returns the arguments of a call as they may be shown; of a tool or prompt that isn't declared, none is. */
export function shownArguments(
  kind: 'tools' | 'prompts',
  name: unknown,
  args: Readonly<Record<string, unknown>>,
  declared: DeclaredArguments,
): Record<string, unknown> {
  const schemas = declared[kind];
  const schema = Object.hasOwn(schemas, String(name)) ? schemas[String(name)]! : NOTHING_KNOWN;
  return withoutSecrets(args, schema, declared.secrets);
}

// A class with a mistake in it can't be called, and must not keep the others from being shown.
function described(describe: () => JsonSchema): JsonSchema | undefined {
  try {
    return describe();
  } catch {
    return undefined;
  }
}
