import { delimiter, isAbsolute } from 'node:path';

const LOOKS_SECRET = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i;

/** What a program sees of the server's environment: all but what looks secret, unless the operator lists it. */
export function programEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  listed: readonly string[] = [],
): Record<string, string> {
  const seen: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (!LOOKS_SECRET.test(name) || listed.includes(name))) seen[name] = value;
  }
  // A relative entry would let the working directory decide which program runs.
  if (seen['PATH'] !== undefined)
    seen['PATH'] = seen['PATH'].split(delimiter).filter(isAbsolute).join(delimiter);
  return seen;
}
