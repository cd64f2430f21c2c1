import type { ValidateFunction } from 'ajv';
import type { JsonSchema } from '../base/json-schema';
import { makeAjv, moduleFor, withoutDialect, type Ajv } from './ajv-engine';
import { pointerTo } from './local-reference';

// The id of a whole schema that states none.
const WHOLE = 'whole:';

/** A whole schema, with the parts of it that were compiled. */
interface Whole {
  readonly ajv: Ajv;
  readonly parts: WeakMap<object, ValidateFunction>;
}

const wholes = new WeakMap<object, Whole>();

/** Compiles a part of a schema in its place, which its references need; undefined if it can't be judged alone. */
export function compiledPart(part: object, root: JsonSchema, dialect: unknown): ValidateFunction | undefined {
  try {
    const { ajv, parts } = wholeOf(root, dialect);
    let check = parts.get(part);
    if (check) return check;
    const pointer = pointerTo(part, root);
    if (pointer === undefined) return undefined;
    check = ajv.compile({ $ref: `${typeof root['$id'] === 'string' ? root['$id'] : WHOLE}#${pointer}` });
    parts.set(part, check);
    return check;
  } catch {
    return undefined;
  }
}

function wholeOf(root: JsonSchema, dialect: unknown): Whole {
  let whole = wholes.get(root);
  if (!whole) {
    const ajv = makeAjv(moduleFor(dialect)).addSchema(withoutDialect(root), WHOLE);
    wholes.set(root, (whole = { ajv, parts: new WeakMap() }));
  }
  return whole;
}
