import { isObject, parsedJson } from '../../base/json-value';
import { crypto } from '../../base/crypto';
import type { Last } from '../method';
import type { Audience, LegacyLane } from './http-audiences';
import type { EventSink, HttpExchange } from './http-exchange';
import { eventOf, eventStream, type ReplyWay } from './http-reply-way';

// Notifications that wait for the client to open its stream; the oldest are dropped.
const MOST_WAITING = 64;

/** One legacy client over HTTP, from `initialize` until it ends the session or is silent for too long. */
export class HttpSession {
  /** The value of `Mcp-Session-Id`: nobody can guess it. */
  readonly id = crypto().randomUUID();
  private readonly lane: LegacyLane;
  private readonly open = new Map<unknown, ReplyWay>();
  private readonly waiting: string[] = [];
  private stream: EventSink | undefined;

  constructor(
    /** What its principal was granted when it began; with other grants it is another session. */
    readonly audience: Audience,
    /** The principal that began it; nobody else may use it. */
    readonly principal: string | undefined,
    public lastUsed: number,
  ) {
    this.lane = audience.legacy((json, last) => this.unrelated(json, last), {
      // Another random value: tools may show it, and it opens nothing.
      id: crypto().randomUUID(),
      ...(principal !== undefined && { principal }),
    });
  }

  /** Whether nothing is under way and no stream is open. */
  get idle(): boolean {
    return this.open.size === 0 && !this.stream;
  }

  get listening(): boolean {
    return this.stream !== undefined;
  }

  /** Returns whether a request of this id is being answered. */
  answers(id: unknown): boolean {
    return this.open.has(id);
  }

  /** Answers a request; returns false if it is already answered. */
  request(message: Record<string, unknown>, way: ReplyWay): boolean {
    const { id } = message;
    this.open.set(id, way);
    this.lane.take(message, way.send);
    return !way.over;
  }

  /** Forgets a request that was answered, or whose client has gone. */
  finished(id: unknown): void {
    this.open.delete(id);
  }

  /** Takes a notification or an answer to a question. */
  notice(message: Record<string, unknown>): void {
    this.lane.take(message);
    if (message['method'] !== 'notifications/cancelled' || !isObject(message['params'])) return;
    // A cancelled request gets no reply, so its answer ends here.
    this.open.get(message['params']['requestId'])?.end();
  }

  /** Opens the stream for what belongs to no request. */
  listen(exchange: HttpExchange): { beat: () => void; end: () => void } {
    const stream = (this.stream = eventStream(exchange));
    for (const json of this.waiting.splice(0)) stream.write(eventOf(json));
    exchange.onEnd(() => {
      if (this.stream === stream) this.stream = undefined;
    });
    return { beat: () => stream.write(': \n\n'), end: () => stream.end() };
  }

  /** Ends the stream; what is under way is still answered. */
  endStream(): void {
    this.stream?.end();
    this.stream = undefined;
  }

  /** Asks what runs to return now, because the server ends; it is still answered. */
  hurry(): void {
    this.lane.hurry();
  }

  close(): void {
    this.endStream();
    for (const way of [...this.open.values()]) way.end();
    this.lane.close();
  }

  private unrelated(json: string, last: Last | undefined): void {
    if (last) return;
    if (this.stream) return this.stream.write(eventOf(json));
    const message = parsedJson(json);
    const isQuestion = isObject(message) && 'id' in message && 'method' in message;
    // A question needs an answer now: it takes the way of the latest request.
    const way = isQuestion ? [...this.open.values()].at(-1) : undefined;
    if (way) return way.send(json);
    this.waiting.push(json);
    if (this.waiting.length > MOST_WAITING) this.waiting.shift();
  }
}
