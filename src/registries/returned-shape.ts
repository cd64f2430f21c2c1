import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { AuthorError } from '../errors';
import { compileCheck } from '../json/checker';
import type { Report } from '../json/check-report';
import { describeValue } from '../json/describe-value';
import { unsendable } from '../base/sendable';
import { BLOCKS, CONTENTS, MESSAGE, REPLY } from './wire-shapes';

/** Which method of an author's class returned a value, and what it may return. */
export interface ReturningMethod {
  /** As authors write it, such as `Review.render`. */
  readonly place: string;
  readonly cure: string;
}

/** Returns what a method returned as it is sent; refuses what JSON would lose, and what clients would reject. */
export function sendable<T>(
  value: unknown,
  returned: ReturningMethod,
  findWrong: (sent: unknown) => string | undefined,
): T {
  const lost = unsendable(value, 'value');
  if (lost !== undefined)
    throw new AuthorError(returned.place, `returned what JSON cannot carry: ${lost}.`, returned.cure);
  const sent: unknown = JSON.parse(JSON.stringify(value) ?? 'null');
  const wrong = findWrong(sent);
  if (wrong !== undefined)
    throw new AuthorError(returned.place, `returned what clients would reject: ${wrong}.`, returned.cure);
  return sent as T;
}

/** Says what is wrong with a rendered prompt. */
export function wrongReply(reply: unknown): string | undefined {
  const wrong = wrongIn(reply, REPLY, '');
  if (wrong !== undefined) return wrong;
  return firstOf((reply as { messages: unknown[] }).messages, (message, index) => {
    const at = `messages[${index}]`;
    return (
      wrongIn(message, MESSAGE, at) ?? wrongBlock((message as { content: object }).content, `${at}.content`)
    );
  });
}

/** Says what is wrong with the contents of a resource. */
export function wrongContents(contents: unknown): string | undefined {
  if (!Array.isArray(contents)) return wrongIn(contents, { type: 'array' }, 'contents');
  return firstOf(contents, (each, index) => wrongContent(each, `contents[${index}]`));
}

/** Says what is wrong with a value that has to have a shape, with the place of it. */
export function wrongIn(value: unknown, schema: JsonSchema, at: string): string | undefined {
  const report: Report = { problems: [], repairs: [], repairing: false };
  compileCheck(schema)(value, report);
  const [problem] = report.problems;
  if (!problem) return undefined;
  const { field, message, received } = problem;
  const place = field === '' || field.startsWith('[') || at === '' ? at + field : `${at}.${field}`;
  const got = received === undefined ? '' : `, got ${received}`;
  return `${place === '' ? 'it' : place} ${message}${got}`;
}

function wrongBlock(block: object, at: string): string | undefined {
  const { type, data, resource } = block as Readonly<Record<string, unknown>>;
  const schema = typeof type === 'string' && Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (!schema)
    return `${at}.type must be one of ${Object.keys(BLOCKS).join(', ')}, got ${describeValue(type)}`;
  const wrong = wrongIn(block, schema, at);
  if (wrong !== undefined) return wrong;
  if (type === 'resource') return wrongContent(resource, `${at}.resource`);
  return type === 'image' || type === 'audio' ? wrongBase64(data, `${at}.data`) : undefined;
}

function wrongContent(value: unknown, at: string): string | undefined {
  const isText = isObject(value) && (typeof value['text'] === 'string' || value['blob'] === undefined);
  const wrong = wrongIn(value, isText ? CONTENTS.text : CONTENTS.blob, at);
  if (wrong !== undefined) return wrong;
  const { blob } = value as { blob?: unknown };
  return blob === undefined ? undefined : wrongBase64(blob, `${at}.blob`);
}

// Judged as clients judge it.
function wrongBase64(value: unknown, at: string): string | undefined {
  try {
    atob(value as string);
    return undefined;
  } catch {
    return `${at} must be base64, got ${describeValue(value)}`;
  }
}

function firstOf(
  list: readonly unknown[],
  wrong: (each: unknown, index: number) => string | undefined,
): string | undefined {
  for (const [index, each] of list.entries()) {
    const found = wrong(each, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
