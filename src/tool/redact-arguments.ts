import { redactNames } from '../base/redact-names';
import { snakeCase } from '../base/names';
import { withoutSecrets } from '../json/without-secrets';
import type { ToolShape } from './tool';

/**
 * Returns a copy of arguments for the log, without secrets, at any depth and inside JSON text: those of a tool by what it declares,
 * whatever shape a caller sends in their place; without one, the values under the given names, be they those of fields (`cardNumber`) or those on the wire (`card_number`).
 */
export function redact(args: unknown, secrets: ToolShape | readonly string[]): unknown {
  if (isNames(secrets)) return redactNames(args, secrets.flatMap(bothForms));
  const names = secrets.secrets;
  const known = withoutSecrets(args as Record<string, unknown>, secrets.describe().inputSchema, { names });
  return redactNames(known, names);
}

function bothForms(name: string): string[] {
  return [
    name,
    snakeCase(name),
    name.replace(/_([a-z\d])/g, (_part, letter: string) => letter.toUpperCase()),
  ];
}

function isNames(secrets: ToolShape | readonly string[]): secrets is readonly string[] {
  return Array.isArray(secrets);
}
