import { acrossCopies } from './base/any-copy';
import { plainValue } from './base/json-value';
import { unsendable } from './base/sendable';
import { ToolOutputError } from './errors';
import type { PageNote } from './base/page-note';

/** One block of MCP content. */
export type ContentBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; description?: string; mimeType?: string }
  | { type: 'resource'; resource: EmbeddedResource };

/** A resource embedded in a result, as text or base64. */
export type EmbeddedResource =
  { uri: string; mimeType?: string; text: string } | { uri: string; mimeType?: string; blob: string };

/** What a tool returns to send content blocks rather than a value. */
export class ToolResult {
  constructor(
    readonly content: readonly ContentBlock[],
    readonly isError = false,
    /** The data behind the text, if any. */
    readonly value?: unknown,
    /** What this result leaves out, if it is a page. */
    readonly page?: PageNote,
    /** What clients are sent beside the content, for programs. */
    readonly meta?: Readonly<Record<string, unknown>>,
  ) {}

  static text(text: string): ToolResult {
    return new ToolResult([{ type: 'text', text }]);
  }

  /** Makes a result of compact JSON text; an object can also be sent as structured content. */
  static json(data: unknown): ToolResult {
    refuseUnsendable(data);
    const value = plainValue(data);
    return new ToolResult([{ type: 'text', text: JSON.stringify(value) ?? 'null' }], false, value);
  }

  static error(message: string): ToolResult {
    return new ToolResult([{ type: 'text', text: message }], true);
  }

  static empty(): ToolResult {
    return new ToolResult([]);
  }

  static image(data: Uint8Array, mimeType: string): ToolResult {
    return new ToolResult([{ type: 'image', data: base64(data), mimeType }]);
  }

  static audio(data: Uint8Array, mimeType: string): ToolResult {
    return new ToolResult([{ type: 'audio', data: base64(data), mimeType }]);
  }

  static link(
    uri: string,
    name: string,
    extras: { description?: string; mimeType?: string } = {},
  ): ToolResult {
    return new ToolResult([{ type: 'resource_link', uri, name, ...extras }]);
  }

  static resource(resource: EmbeddedResource): ToolResult {
    return new ToolResult([{ type: 'resource', resource }]);
  }

  /** Returns this result marked as a page: code mode then reads on, or says that it is incomplete. */
  asPage(page: PageNote): ToolResult {
    return new ToolResult(this.content, this.isError, this.value, page, this.meta);
  }

  /** What code gets of this result: its data, else its text, else its blocks. */
  get asValue(): unknown {
    if (this.value !== undefined) return this.value;
    if (!this.content.length) return undefined;
    const texts = this.content.map((block) => (block.type === 'text' ? block.text : undefined));
    return texts.includes(undefined) ? this.content : texts.join('\n');
  }

  /** The data as structured content, if it is an object. */
  get structured(): Record<string, unknown> | undefined {
    const { value } = this;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  }

  /** Returns the shape of document 003, with `isError` only for errors. */
  toJson(): { content: readonly ContentBlock[]; isError?: true } {
    return this.isError ? { content: this.content, isError: true } : { content: this.content };
  }
}

/** Throws for a value that JSON would lose, with its path and what to return instead. */
export function refuseUnsendable(value: unknown, root?: string, returnedBy = 'tool'): void {
  const problem = unsendable(value, root);
  if (problem !== undefined)
    throw new ToolOutputError(`The ${returnedBy} returned a result that JSON cannot carry: ${problem}`);
}

function base64(data: Uint8Array): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}

acrossCopies({ ToolResult });
