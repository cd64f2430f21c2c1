import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { errorReply } from '../legacy/legacy-replies';
import { readMessage, tooLong, type MessageError } from '../json-rpc';
import { Intake } from './stdio-message-intake';
import { LineReader, type Line } from './line-reader';
import { Outbox } from './outbox';
import { readAheadOf, type ReadAhead } from './read-ahead';
import type { StdioStreams } from './stdio-streams';

const SERVER_ENDS = -32000;

/** The longest line a client may send. */
export const LONGEST_LINE = 10 * 1024 * 1024;

/** A transport with one JSON-RPC message per line. Invalid messages are answered with an error and do not end it. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Called at the end of the client's input; if not set, the connection closes immediately. */
  onend?: () => void;
  /** Returns whether so many requests are being answered that a further one has to wait. */
  busy?: () => boolean;
  private readonly lines = new LineReader(LONGEST_LINE);
  private readonly outbox: Outbox;
  private readonly intake: Intake;
  private refusing = false;
  private closing = false;
  private closed = false;

  constructor(
    private readonly streams: StdioStreams,
    private readonly ahead: ReadAhead | undefined = readAheadOf(streams.input),
  ) {
    this.outbox = new Outbox(streams);
    this.intake = new Intake(streams.input, this.outbox, (line, anyway) => this.take(line, anyway));
  }

  async start(): Promise<void> {
    const { input } = this.streams;
    input.on('data', (chunk: Buffer) => {
      this.catchUp();
      this.intake.add(this.lines.push(chunk));
    });
    input.on('end', () => {
      this.catchUp();
      const last = this.lines.end();
      if (last) this.intake.add([last]);
      this.intake.finish(() => {
        if (this.onend) this.onend();
        else void this.close();
      });
    });
    input.on('error', () => void this.close());
    this.catchUp();
  }

  /** Reads what has come while this thread is busy; returns whether the client has closed its end. See `ReadAhead`. */
  readonly readAhead = (): boolean => this.ahead?.look() ?? false;

  /** Takes what was read ahead. */
  readonly catchUp = (): void => {
    const chunk = this.ahead?.take();
    if (chunk) this.intake.add(this.lines.push(chunk));
  };

  async send(message: JSONRPCMessage): Promise<void> {
    this.sendText(JSON.stringify(message));
  }

  sendText(json: string): void {
    if (this.closed) return;
    this.outbox.put(json);
    this.intake.continue();
  }

  /** Answers every further request with an error, those that wait too; running calls can still be answered. */
  refuseRequests(): void {
    this.refusing = true;
    this.intake.hurry();
  }

  /** Writes what is queued; returns whether the client has taken everything. */
  written(): boolean {
    this.outbox.flush();
    return this.streams.taken();
  }

  async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    this.intake.stop();
    // Open streams are still answered.
    this.onclose?.();
    this.closed = true;
    this.outbox.flush();
  }

  // A request waits while the server is busy; what concerns running ones (cancellations, answers to questions) never does, nor
  // does a ping, by which clients tell whether the server still works.
  private take(line: Line, anyway: boolean): boolean {
    const read: { message: Record<string, unknown> } | { error: MessageError } =
      'text' in line ? readMessage(line.text) : tooLong(line.tooLong);
    if ('error' in read) this.sendText(JSON.stringify(read.error));
    else if (this.refusing && mayWait(read.message)) this.sendText(refusal(read.message));
    else if (!anyway && mayWait(read.message) && this.busy?.()) return false;
    else this.onmessage?.(read.message as JSONRPCMessage);
    return true;
  }
}

function refusal({ id }: Record<string, unknown>): string {
  return errorReply(id as string, SERVER_ENDS, 'The server is ending; this request was not carried out');
}

function mayWait(message: Record<string, unknown>): boolean {
  return 'id' in message && 'method' in message && message['method'] !== 'ping';
}
