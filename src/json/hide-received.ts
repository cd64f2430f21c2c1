import type { JsonSchema } from '../base/json-schema';
import { holdsSecret } from './holds-secret';
import type { Problem } from './problem';
import { itemSchemas, memberSchemas, withBranches } from './schema-parts';
import { isSecret } from './secret-properties';

/**
 * Takes from problems the received values of secrets, of what is inside them, and of what holds them: whatever shape
 * came in place of an object with a secret in it, the secret may be in there.
 */
export function hideReceived(
  problems: readonly Problem[],
  schema: JsonSchema,
  names: readonly string[],
): void {
  if (!names.length && !holdsSecret(schema, names, schema)) return;
  for (const problem of problems) if (mayTellSecret(problem, schema, names)) delete problem.received;
}

/** Returns whether the received value of a problem is a secret, or may have one in it. */
export function mayTellSecret(
  { field, received }: Problem,
  root: JsonSchema,
  names: readonly string[],
): boolean {
  if (names.some((name) => received?.includes(name))) return true;
  let schemas = withBranches(root, root);
  for (const [, name] of field.matchAll(/\[\d+\]|([^.[\]]+)/g)) {
    if (name !== undefined && names.includes(name)) return true;
    const inner = schemas.flatMap((each) =>
      name === undefined ? itemSchemas(each) : memberSchemas(each, name),
    );
    // A name that isn't declared may be part of one with a dot in it, or that of a misspelt secret.
    if (!inner.length) break;
    schemas = inner.flatMap((each) => withBranches(each, root));
    if (schemas.some(isSecret)) return true;
  }
  return schemas.some((each) => holdsSecret(each, names, root));
}
