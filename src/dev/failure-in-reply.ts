import { isObject, parsedJson } from '../base/json-value';
import type { WireMessage } from './version-messages';

/** Returns why a reply says that its request failed, as an agent would read it first: the field that is wrong, or the error. */
export function failureIn({ error, result }: WireMessage): string | undefined {
  if (isObject(error)) return String(error['message']);
  if (!isObject(result) || result['isError'] !== true) return undefined;
  const [first] = (result['content'] ?? []) as { text?: string }[];
  return reasonInText(first?.text ?? 'failed');
}

/** Returns the reason in the text of a failed call, which is that text itself if it is no failure of ours. */
export function reasonInText(text: string): string {
  const failure = parsedJson(text);
  if (!isObject(failure)) return text;
  const data = isObject(failure['error_data']) ? failure['error_data'] : {};
  const wrong = data['validation_errors'];
  const { error: reason } = failure;
  if (!Array.isArray(wrong)) return typeof reason === 'string' ? reason : text;
  const fields = (wrong as { field?: string; message?: string }[]).map(
    ({ field, message }) => `${field}: ${message}`,
  );
  return `invalid arguments: ${fields.join('; ')}`;
}
