import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { hasDoubledHost } from '../../base/doubled-host';
import type { AnswerHeaders, EventSink, HttpExchange } from './http-exchange';

// What a client may leave unread of a stream before it is disconnected.
const MOST_UNREAD = 4 * 1024 * 1024;

/** A request of Node's own server, or of one built on it. */
export class NodeExchange implements HttpExchange {
  readonly extra: Record<string, string> = {};

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {}

  get source(): IncomingMessage {
    return this.request;
  }

  get method(): string {
    return this.request.method ?? '';
  }

  get path(): string {
    // Express takes the path that a handler is mounted on off the address, and keeps the whole one here.
    const { originalUrl } = this.request as { originalUrl?: string };
    const url = originalUrl ?? this.request.url ?? '/';
    const query = url.indexOf('?');
    return query < 0 ? url : url.slice(0, query);
  }

  get peer(): string | undefined {
    return this.request.socket.remoteAddress;
  }

  get secure(): boolean {
    return (this.request.socket as TLSSocket).encrypted === true;
  }

  get hasDoubledHost(): boolean {
    return hasDoubledHost(this.request.rawHeaders);
  }

  get status(): number | undefined {
    return this.response.headersSent ? this.response.statusCode : undefined;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  readBody(limit: number, done: (text: string | undefined) => void): void {
    const { request } = this;
    // A framework may have read it already.
    const { body } = request as { body?: unknown };
    if (body !== undefined && request.readableEnded) {
      const text = textOf(body);
      return done(Buffer.byteLength(text) > limit ? undefined : text);
    }
    if (Number(request.headers['content-length'] ?? 0) > limit) return done(undefined);
    let first: Buffer | undefined;
    let rest: Buffer[] | undefined;
    let length = 0;
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > limit) {
        request.off('data', take);
        request.off('end', end);
        return done(undefined);
      }
      if (!first) first = chunk;
      else (rest ??= [first]).push(chunk);
    };
    const end = (): void => done((rest ? Buffer.concat(rest, length) : (first ?? '')).toString());
    request.on('data', take);
    request.on('end', end);
    request.on('error', () => undefined);
  }

  send(status: number, headers: AnswerHeaders = {}, body = ''): void {
    const { response } = this;
    if (response.headersSent || response.destroyed) return;
    const unread = this.isUnread;
    // What was not read of the request can't be told from the next one.
    if (unread) this.extra['connection'] = 'close';
    response.writeHead(status, { ...headers, ...this.extra, 'content-length': Buffer.byteLength(body) });
    response.end(body);
    if (unread) this.request.resume();
  }

  stream(status: number, headers: AnswerHeaders): EventSink {
    const { response } = this;
    if (!response.headersSent && !response.destroyed) {
      response.writeHead(status, { ...headers, ...this.extra });
      response.flushHeaders();
    }
    return {
      write: (text) => {
        if (response.destroyed || response.writableEnded) return;
        response.write(text);
        if (response.writableLength > MOST_UNREAD) response.destroy();
      },
      end: () => void response.end(),
    };
  }

  private get isUnread(): boolean {
    const { complete, headers } = this.request;
    if (complete) return false;
    return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  }

  onEnd(listener: () => void): void {
    if (this.response.destroyed || this.response.closed) listener();
    else this.response.once('close', listener);
  }
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  return Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
}
