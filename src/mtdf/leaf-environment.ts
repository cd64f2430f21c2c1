import { delimiter, isAbsolute } from 'node:path';

const LOOKS_SECRET = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i;

/** Returns the environment of a program: the server's, without variables that look secret unless the operator lists them. */
export function programEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  listed: readonly string[] = [],
): Record<string, string> {
  const seen: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (!LOOKS_SECRET.test(name) || listed.includes(name))) seen[name] = value;
  }
  // With a relative entry, the working directory would decide which program runs.
  if (seen['PATH'] !== undefined)
    seen['PATH'] = seen['PATH'].split(delimiter).filter(isAbsolute).join(delimiter);
  return seen;
}
