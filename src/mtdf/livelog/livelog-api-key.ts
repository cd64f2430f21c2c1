/** A key to send, none, or an error; messages never contain the key. */
export type FoundKey =
  { readonly ok: true; readonly key: string | undefined } | { readonly ok: false; readonly error: string };

const VARIABLE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** Returns the environment variable that an `api_key` refers to, if any. */
export function variableIn(apiKey: string): string | undefined {
  return VARIABLE.exec(apiKey.trim())?.[1];
}

/** Returns the key of an `api_key`: the value itself, or that of the environment variable it refers to. */
export function findKey(
  written: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): FoundKey {
  if (written === undefined || written.trim() === '') return { ok: true, key: undefined };
  const variable = variableIn(written);
  const key = (variable === undefined ? written : (env[variable] ?? '')).trim();
  const where = variable === undefined ? 'api_key' : `the environment variable ${variable}`;
  if (key === '')
    return {
      ok: false,
      error: `${where}, which its api_key refers to, is not set: set it in the environment of the server, and restart the server`,
    };
  if (/[^\x21-\x7e]/.test(key))
    return {
      ok: false,
      error: `${where} contains spaces, line breaks or other characters that are invalid in an API key`,
    };
  return { ok: true, key };
}
