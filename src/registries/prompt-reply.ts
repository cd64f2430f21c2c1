import { ToolResult, type ContentBlock } from '../tool-result';
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

/** Converts whatever a prompt returned to messages: a string, a Result, content blocks, messages, or a whole reply. */
export function toMessages(value: unknown): PromptReply {
  if (value instanceof ToolResult)
    return { messages: value.content.map((content) => ({ role: 'user', content })) };
  if (Array.isArray(value)) return { messages: value as PromptMessage[] };
  if (typeof value === 'object' && value !== null && 'messages' in value) return value as PromptReply;
  if (value === undefined) return said('');
  return said(typeof value === 'string' ? value : returnedText(value, 'prompt'));
}

function said(text: string): PromptReply {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
