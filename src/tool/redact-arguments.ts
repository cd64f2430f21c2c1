import { redactNames } from '../base/redact-names';
import { withoutSecrets } from '../json/without-secrets';
import type { ToolShape } from './tool';

/**
 * Returns a copy of arguments for the log, without secrets, at any depth and inside JSON text: those of a tool by what it declares,
 * whatever shape a caller sends in their place; without one, the values under the given names.
 */
export function redact(args: unknown, secrets: ToolShape | readonly string[]): unknown {
  if (isNames(secrets)) return redactNames(args, secrets);
  const names = secrets.secrets;
  const known = withoutSecrets(args as Record<string, unknown>, secrets.describe().inputSchema, { names });
  return redactNames(known, names);
}

function isNames(secrets: ToolShape | readonly string[]): secrets is readonly string[] {
  return Array.isArray(secrets);
}
