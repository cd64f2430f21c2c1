import type { Last, Send } from '../method';
import type { EventSink, HttpExchange } from './http-exchange';

const JSON_ANSWER = { 'content-type': 'application/json' };
const EVENT_ANSWER = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  // Asks proxies not to hold events back.
  'x-accel-buffering': 'no',
};
// A comment, which clients ignore.
const BEAT = ': \n\n';

/** Begins a stream of events. */
export function eventStream(exchange: HttpExchange): EventSink {
  return exchange.stream(200, EVENT_ANSWER);
}

/** Words one message as an event. */
export function eventOf(json: string): string {
  return `event: message\ndata: ${json}\n\n`;
}

/** The way back of one POST: JSON if the reply is all there is, a stream if something comes before it. */
export class ReplyWay {
  private events: EventSink | undefined;
  private isOver = false;

  constructor(
    private readonly exchange: HttpExchange,
    private readonly statusOf: (last: Last) => number,
    /** Called once, with the reply's mark if there was one. */
    private readonly ended: (last: Last | undefined) => void,
  ) {}

  /** Whether the answer is complete. */
  get over(): boolean {
    return this.isOver;
  }

  readonly send: Send = (json, last) => {
    if (this.isOver) return;
    if (!last) return this.stream().write(eventOf(json));
    this.isOver = true;
    if (this.events) {
      this.events.write(eventOf(json));
      this.events.end();
    }
    // Before the answer, so that it can still change its headers.
    this.ended(last);
    if (!this.events) this.exchange.send(this.statusOf(last), JSON_ANSWER, json);
  };

  /** Shows the client, and whatever is between, that the request is still being worked on. */
  beat(): void {
    if (!this.isOver) this.stream().write(BEAT);
  }

  /** Ends the answer without a reply: the request was cancelled. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.stream().end();
    this.ended(undefined);
  }

  /** Notes that the client has gone. */
  abandon(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.ended(undefined);
  }

  private stream(): EventSink {
    return (this.events ??= eventStream(this.exchange));
  }
}
