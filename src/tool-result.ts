/** One block of content as MCP carries it. */
export type ContentBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; description?: string; mimeType?: string }
  | { type: 'resource'; resource: EmbeddedResource };

/** A resource carried inside a result: text or base64. */
export type EmbeddedResource =
  | { uri: string; mimeType?: string; text: string }
  | { uri: string; mimeType?: string; blob: string };

/** What a tool gives back when it speaks in content blocks rather than values. */
export class ToolResult {
  constructor(
    readonly content: readonly ContentBlock[],
    readonly isError = false,
    readonly structured?: Record<string, unknown>,
  ) {}

  static text(text: string): ToolResult {
    return new ToolResult([{ type: 'text', text }]);
  }

  /** The data as JSON text with two-space indent; an object is structured content as well. */
  static json(data: unknown): ToolResult {
    const structured = isPlainObject(data) ? data : undefined;
    return new ToolResult([{ type: 'text', text: JSON.stringify(data, null, 2) ?? 'null' }], false, structured);
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

  static link(uri: string, name: string, extras: { description?: string; mimeType?: string } = {}): ToolResult {
    return new ToolResult([{ type: 'resource_link', uri, name, ...extras }]);
  }

  static resource(resource: EmbeddedResource): ToolResult {
    return new ToolResult([{ type: 'resource', resource }]);
  }

  /** The shape of document 003: `isError` only when it is one. */
  toJson(): { content: readonly ContentBlock[]; isError?: true } {
    return this.isError ? { content: this.content, isError: true } : { content: this.content };
  }
}

function base64(data: Uint8Array): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
