import { ToolResult, type ContentBlock } from '../tool-result';
import { isError } from '../base/any-realm';
import { AuthorError } from '../errors';
import { sendable, wrongReply } from './returned-shape';
import { returnedText } from './returned-text';

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}

/** A rendered prompt. */
export interface PromptReply {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
}

/**
 * Converts whatever a prompt returned to messages: a string, a Result, content blocks, messages, or a whole reply. What would be no
 * messages for clients is its author's mistake, named by the class.
 */
export function toMessages(value: unknown, className = 'the prompt'): PromptReply {
  if (value instanceof ToolResult)
    return checked({ messages: value.content.map((content) => ({ role: 'user', content })) }, className);
  if (Array.isArray(value)) return checked({ messages: value }, className);
  if (typeof value === 'object' && value !== null && 'messages' in value && !isError(value))
    return checked(value, className);
  if (value === undefined)
    throw new AuthorError(`${className}.render`, 'returned nothing; a `return` may be missing.', CURE);
  return said(typeof value === 'string' ? value : returnedText(value, 'prompt'));
}

const CURE =
  "Return a string, a ToolResult, messages such as `{ role: 'user', content: { type: 'text', text: '…' } }`, or `{ description, messages }`; data that clients are to read goes as text: `JSON.stringify(data)`.";

function checked(reply: object, className: string): PromptReply {
  return sendable(reply, { place: `${className}.render`, cure: CURE }, wrongReply);
}

function said(text: string): PromptReply {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
