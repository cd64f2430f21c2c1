import type { Readable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { readMessage, tooLong, type MessageError } from './json-rpc';
import { LineReader } from './line-reader';

/** The longest line a client may send. */
export const LONGEST_LINE = 10 * 1024 * 1024;

/** Where a connection over stdio reads and writes. */
export interface StdioStreams {
  input: Readable;
  /** Writes one piece of text; false when the reader is slow. */
  write: (text: string) => boolean;
  /** Called when the reader can take more. */
  onDrain: (listener: () => void) => void;
}

/** One JSON-RPC message a line. What is no message is answered and survived. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  private readonly lines = new LineReader(LONGEST_LINE);
  private closed = false;

  constructor(private readonly streams: StdioStreams) {}

  async start(): Promise<void> {
    const { input } = this.streams;
    input.on('data', (chunk: Buffer) => {
      for (const line of this.lines.push(chunk)) this.take('text' in line ? readMessage(line.text) : tooLong(line.tooLong));
    });
    input.on('end', () => {
      const last = this.lines.end();
      if (last) this.take('text' in last ? readMessage(last.text) : tooLong(last.tooLong));
      void this.close();
    });
    input.on('error', () => void this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.closed) return;
    if (this.streams.write(`${JSON.stringify(message)}\n`)) return;
    await new Promise<void>((resolve) => this.streams.onDrain(resolve));
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.streams.input.pause();
    this.onclose?.();
  }

  private take(message: { message: unknown } | { error: MessageError }): void {
    if ('message' in message) this.onmessage?.(message.message as JSONRPCMessage);
    else if (!this.closed) this.streams.write(`${JSON.stringify(message.error)}\n`);
  }
}
