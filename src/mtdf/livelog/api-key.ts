/** A key to send, none, or what is wrong with it; the key itself is in no message. */
export type FoundKey =
  { readonly ok: true; readonly key: string | undefined } | { readonly ok: false; readonly error: string };

const VARIABLE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** The environment variable that an `api_key` names, if it names one. */
export function variableIn(apiKey: string): string | undefined {
  return VARIABLE.exec(apiKey.trim())?.[1];
}

/** The key an `api_key` stands for: itself, or what the server's environment holds under the name it gives. */
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
      error: `${where}, which its api_key names, is not set: set it where the server is started, and restart it`,
    };
  if (/[^\x21-\x7e]/.test(key))
    return { ok: false, error: `${where} holds spaces, line breaks or other characters that no API key has` };
  return { ok: true, key };
}
