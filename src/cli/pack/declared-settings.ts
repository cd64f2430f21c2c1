import type { JsonSchema } from '../../base/json-schema';
import type { ConfigModel } from '../../config';
import { exampleArguments } from '../../json/schema-example';

/** A setting that an author declared, as those who install the server are asked for it. */
export interface DeclaredSetting {
  /** Its path without `settings`, joined with `_`. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly variable: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly secret: boolean;
  /** The author's default as the text of a variable; undefined if there is none, or it is secret. */
  readonly default?: string;
}

/** Returns the settings that the author of an app declared; those of every app are for operators. */
export function declaredSettings(model: ConfigModel): DeclaredSetting[] {
  const required = new Set(model.missing({}).map(({ path }) => path));
  return model.settings
    .filter(({ path }) => path[0] === 'settings')
    .map(({ path, schema, secret, variables }) => {
      const own = path.slice(1);
      const text = secret ? undefined : textOf(schema.default);
      return {
        key: own.join('_'),
        title: titleOf(own),
        description: schema.description ?? titleOf(own),
        variable: variables[0]!,
        schema,
        required: required.has(path.join('.')),
        secret,
        ...(text !== undefined && { default: text }),
      };
    });
}

/** Returns variables with which an app starts though nobody has set its required settings: values that fit, no more. */
export function placeholders(settings: readonly DeclaredSetting[]): Record<string, string> {
  const needed = settings.filter(({ required }) => required);
  return Object.fromEntries(
    needed.flatMap(({ variable, key, schema }) => {
      const example = exampleArguments({
        type: 'object',
        required: [key],
        properties: { [key]: schema },
      });
      const text = textOf(example?.[key]);
      return text === undefined ? [] : [[variable, text]];
    }),
  );
}

function titleOf(path: readonly string[]): string {
  const words = path.join(' ').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// A variable holds a list separated by commas, and a map as JSON.
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value))
    return value.some((item) => String(item).includes(',')) ? JSON.stringify(value) : value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
