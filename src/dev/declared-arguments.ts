import type { OpenApp } from '../app/open-loaded-app';
import { knownSecretsOf } from '../app/wiring/find-known-secrets';
import type { JsonSchema } from '../base/json-schema';
import { hideValues } from '../json/hide-values';
import { knownSecrets, type KnownSecrets } from '../json/known-secrets';
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
  const secrets = new Set(knownSecretsOf(registry)().names);
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
  return withoutSecrets(args, schemaIn(declared[kind], name), secretsIn(declared));
}

/** Returns a text about a call, such as the reason why it failed, without the values of its secret arguments. */
export function shownReason(
  kind: 'tools' | 'prompts',
  name: unknown,
  args: unknown,
  declared: DeclaredArguments,
  text: string,
): string {
  return hideValues(text, args, schemaIn(declared[kind], name), secretsIn(declared));
}

function schemaIn(schemas: Readonly<Record<string, JsonSchema>>, name: unknown): JsonSchema {
  return Object.hasOwn(schemas, String(name)) ? schemas[String(name)]! : NOTHING_KNOWN;
}

const known = new WeakMap<DeclaredArguments, KnownSecrets>();

function secretsIn(declared: DeclaredArguments): KnownSecrets {
  let secrets = known.get(declared);
  if (!secrets) {
    secrets = knownSecrets(
      Object.entries(declared.tools).map(([tool, schema]) => ({ tool, schema, names: declared.secrets })),
    );
    known.set(declared, secrets);
  }
  return secrets;
}

// A class with a mistake in it can't be called, and must not keep the others from being shown.
function described(describe: () => JsonSchema): JsonSchema | undefined {
  try {
    return describe();
  } catch {
    return undefined;
  }
}
