/** Shorter ones are too common in texts, and no service issues them. */
const SHORTEST = 6;

/**
 * Removes a secret from a text that a service returned: as it is, in the forms of a URL and of JSON, and in base64. A
 * service that echoes the key it was sent must not pass it on to an agent.
 */
export function withoutSecret(text: string, secret: string | undefined, shown = '[secret]'): string {
  if (secret === undefined || secret.length < SHORTEST) return text;
  const base64 = Buffer.from(secret).toString('base64');
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64];
  return [...new Set(forms)].reduce((clean, form) => clean.replaceAll(form, shown), text);
}
