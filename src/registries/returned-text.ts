import { isError } from '../base/any-realm';
import { Result } from '../result';
import { refuseUnsendable } from '../tool-result';

/** Returns what a prompt or a resource returned as JSON text; throws an error that it returned, and for what JSON would lose. */
export function returnedText(value: unknown, returnedBy: 'prompt' | 'resource'): string {
  if (isError(value)) throw value;
  if (value instanceof Result) {
    if (value.isOk()) refuseUnsendable(value.value, 'value', returnedBy);
    else refuseUnsendable(value.errorData, 'errorData', returnedBy);
    return value.toJsonString();
  }
  refuseUnsendable(value, 'value', returnedBy);
  return JSON.stringify(value) ?? 'null';
}
