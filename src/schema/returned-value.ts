import type { JsonSchema } from '../base/json-schema';
import { AuthorError } from '../errors';
import type { AnyClass, ArgsClass, Returns } from '../metadata';
import { planOf, schemaOf } from './args-schema';
import type { TypeFacts } from './field-facts';
import { FieldSchemas } from './field-schema';

/** The schema of what a tool returns, and the class in it whose fields have wire names. */
export interface ReturnedValue {
  readonly schema: JsonSchema;
  readonly nested?: ArgsClass | undefined;
}

/** The value that an `output` class describes. */
export function outputValue(cls: ArgsClass, facts?: TypeFacts): ReturnedValue {
  return { schema: planOf(cls, facts).schema, nested: cls };
}

/** The value that `returns` describes; refuses what names no type. */
export function returnedValue(tool: AnyClass, returns: Returns, facts?: TypeFacts): ReturnedValue {
  const stated = { description: '', ...(typeof returns === 'object' ? returns : { type: returns }) };
  if (!(
    'schema' in stated ||
    'type' in stated ||
    'enum' in stated ||
    'items' in stated ||
    'values' in stated
  ))
    throw new AuthorError(
      `${tool.name}.returns`,
      'names no type.',
      'State `type`, `items`, `values` or `schema`.',
    );
  const schemas = new FieldSchemas(tool, (nested) => schemaOf(nested, facts));
  const note = { key: 'returns', wireName: 'returns', stated, explicit: undefined };
  const schema = schemas.of(note, undefined, undefined);
  return { schema, nested: schemas.nested };
}
