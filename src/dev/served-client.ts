import { isObject } from '../base/json-value';
import type { LegacyLane } from '../serve/http/http-audiences';
import type { Last, Send } from '../serve/method';
import { isModern } from '../serve/modern/protocol-era';
import type { Running } from '../serve/modern/modern-lane';
import type { WireMessage } from './version-messages';

/** The lanes of one client of a version. */
export interface ClientLanes {
  legacy(send: Send): LegacyLane;
  modern(
    message: WireMessage,
    headers: Readonly<Record<string, string>>,
    send: Send,
    done: () => void,
  ): Running | undefined;
}

/** Sends a message to a client, with the request that it belongs to. */
export type SendAbout = (json: string, last: Last | undefined, about: unknown) => void;

/** One client as a version sees it: each message goes to the lane of its era, and what is sent names its request. */
export class ServedClient {
  private lane: LegacyLane | undefined;
  private readonly running = new Map<unknown, Running>();

  constructor(
    private readonly lanes: ClientLanes,
    private readonly send: SendAbout,
  ) {}

  take(message: WireMessage, headers?: Readonly<Record<string, string>>): void {
    const { id } = message;
    const isRequest = 'id' in message && 'method' in message;
    if (isRequest && (headers || isModern(message))) return this.takeModern(message, headers ?? {});
    if (message['method'] === 'notifications/cancelled' && this.cancel(message['params'])) return;
    this.lane ??= this.lanes.legacy((json, last) => this.send(json, last, undefined));
    if (isRequest) this.lane.take(message, (json, last) => this.send(json, last, id));
    else this.lane.take(message);
  }

  /** Asks what runs to return now, because the server ends; it is still answered. */
  hurry(): void {
    for (const request of this.running.values()) request.hurry();
    this.lane?.hurry();
  }

  close(): void {
    for (const request of [...this.running.values()]) request.end();
    this.running.clear();
    this.lane?.close();
  }

  private takeModern(message: WireMessage, headers: Readonly<Record<string, string>>): void {
    const { id } = message;
    const running = this.lanes.modern(
      message,
      headers,
      (json, last) => this.send(json, last, id),
      () => {
        if (this.running.get(id) === running) this.running.delete(id);
      },
    );
    if (running) this.running.set(id, running);
  }

  private cancel(params: unknown): boolean {
    const { requestId, reason } = isObject(params) ? params : {};
    const request = this.running.get(requestId);
    request?.cancel(reason);
    this.running.delete(requestId);
    return request !== undefined;
  }
}
