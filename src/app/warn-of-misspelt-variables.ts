import type { ConfigModel, ConfigRequest } from '../config';
import type { Logger } from '../logger';

/** Logs a warning for each environment variable that looks like a misspelt setting of an app. */
export async function warnOfMisspeltVariables(
  env: ConfigRequest['env'],
  model: ConfigModel,
  log: Logger,
): Promise<void> {
  const prefixes = model.variablePrefixes;
  const own = Object.keys(env).filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
  if (!own.length) return;
  const known = new Set(model.settings.flatMap(({ variables }) => variables));
  if (own.every((name) => known.has(name))) return;
  const { misspeltVariables } = await import('../config/unknown-variables.js');
  for (const text of misspeltVariables(env, model)) log.warning(text);
}
