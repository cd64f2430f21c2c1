import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { ToolOutputError } from '../errors';
import { ToolResult, type ContentBlock } from '../tool-result';

const MEMBERS = ['content', 'structuredContent', 'isError', '_meta'];

/** Returns what tools of the SDK return (`{ content, structuredContent, isError, _meta }`) as a ToolResult, and anything else as it is. */
export function takeSdkResult(returned: unknown): unknown {
  if (!isObject(returned) || !Array.isArray(returned['content']) || returned instanceof ToolResult)
    return returned;
  const { content, structuredContent, isError, _meta } = returned;
  const problem = problemIn(returned, content);
  // An error must not be answered as data of a success.
  if (problem !== undefined && isError === true)
    throw new ToolOutputError(`The tool returned \`content\` with \`isError: true\`, but ${problem}`);
  const isEmpty = !content.length && isError === undefined && structuredContent === undefined;
  if (problem !== undefined || isEmpty) return returned;
  return new ToolResult(
    content as ContentBlock[],
    isError === true,
    structuredContent,
    undefined,
    isObject(_meta) ? _meta : undefined,
  );
}

/**
 * The same of a tool that declares its value: with a `content` of its own, that is data. Even then an error is one, and
 * structured content is that, unless the tool declares such a member too.
 */
export function takeUndeclared(returned: unknown, schema: JsonSchema): unknown {
  if (!declares(schema, 'content')) return takeSdkResult(returned);
  if (!isObject(returned)) return returned;
  const { isError, structuredContent } = returned;
  const isSdks =
    (isError === true && !declares(schema, 'isError')) ||
    (isObject(structuredContent) && !declares(schema, 'structuredContent'));
  return isSdks ? takeSdkResult(returned) : returned;
}

function declares({ properties, anyOf, oneOf, allOf }: JsonSchema, name: string): boolean {
  if (properties !== undefined && Object.hasOwn(properties, name)) return true;
  const branches = [anyOf, oneOf, allOf].flatMap((list) =>
    Array.isArray(list) ? (list as JsonSchema[]) : [],
  );
  return branches.some((branch) => declares(branch, name));
}

/** Returns a value that nobody takes for a result of the SDK any more. */
export function asData(value: unknown): unknown {
  const isLikeResult = isObject(value) && Array.isArray(value['content']) && !(value instanceof ToolResult);
  return isLikeResult ? ToolResult.json(value) : value;
}

function problemIn(returned: object, content: readonly unknown[]): string | undefined {
  const other = Object.keys(returned).find((key) => !MEMBERS.includes(key));
  if (other !== undefined)
    return `a tool's answer has no member \`${other}\`: put it into \`structuredContent\` or \`_meta\``;
  const wrong = content.findIndex((block) => !isBlock(block));
  if (wrong < 0) return undefined;
  return `clients reject its block content[${wrong}]: a block is such as { type: 'text', text: '…' }`;
}

// What each kind of block has to have: the names of its texts.
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
};

function isBlock(block: unknown): boolean {
  if (!isObject(block)) return false;
  const { type, resource } = block;
  if (type === 'resource')
    return (
      isObject(resource) &&
      hasTexts(resource, ['uri']) &&
      ['text', 'blob'].some((name) => hasTexts(resource, [name]))
    );
  return typeof type === 'string' && Object.hasOwn(TEXTS, type) && hasTexts(block, TEXTS[type]!);
}

function hasTexts(value: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === 'string');
}
