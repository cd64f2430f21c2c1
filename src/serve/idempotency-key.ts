import { IDEMPOTENCY_KEY } from '../base/idempotency-meta';
import { isObject } from '../base/json-value';
import { invalidParams } from './wire-error';

const LONGEST = 256;

/** Returns the idempotency key in the `_meta` of a call, if there is one; throws if it is no usable one. */
export function idempotencyKeyIn(meta: unknown): string | undefined {
  const key = isObject(meta) ? meta[IDEMPOTENCY_KEY] : undefined;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !key || key.length > LONGEST)
    throw invalidParams(
      `tools/call: _meta["${IDEMPOTENCY_KEY}"] must be a string of 1 to ${LONGEST} characters`,
    );
  return key;
}
