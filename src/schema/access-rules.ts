import { ARG_ACCESSES, type ArgAccess } from '../base/access';
import { AuthorError } from '../errors';
import type { JsonSchema } from '../base/json-schema';
import { secretProperties } from '../json/secret-properties';

/** Refuses an `access` that the policy could not judge: an unknown word, a value that is no text, a secret. */
export function refuseWrongAccess(
  place: string,
  { access, secret }: { access?: ArgAccess; secret?: boolean },
  schema: JsonSchema,
): void {
  if (access === undefined) return;
  if (!ARG_ACCESSES.includes(access))
    throw new AuthorError(
      place,
      `has the unknown access '${String(access)}'.`,
      `Use one of ${ARG_ACCESSES.join(', ')}.`,
    );
  if (access === 'cwd' ? !isText(schema) : !isText(schema) && !isTextList(schema))
    throw new AuthorError(
      place,
      `has access: '${access}', and is ${access === 'cwd' ? 'not a string' : 'neither a string nor a list of strings'}.`,
      'Put `access` on the argument that holds the path, command line or address itself.',
    );
  if (secret || secretProperties({ properties: { value: schema } }).length)
    throw new AuthorError(
      place,
      'is secret and has an access, but a refusal names the value that was judged.',
      'Drop one of them.',
    );
}

function isTextList(schema: JsonSchema): boolean {
  if (schema.anyOf) return schema.anyOf.every((each) => isNull(each) || isText(each) || isTextList(each));
  return schema.type === 'array' && isText(schema.items ?? {});
}

function isText(schema: JsonSchema): boolean {
  if (schema.anyOf) return schema.anyOf.every((each) => isNull(each) || isText(each));
  return schema.type === 'string';
}

function isNull(schema: JsonSchema): boolean {
  return schema.type === 'null';
}
