import { isObject } from '../base/json-value';
import type { HttpCaller } from '../serve/http/http-audiences';
import type { Principal } from '../serve/http/auth/principal';
import { errorReply, notification } from '../serve/legacy/legacy-replies';
import type { Last, Send } from '../serve/method';
import { MetaKey } from '../serve/modern/protocol-era';
import { answerWithoutVersion } from './answer-without-version';
import type { BegunOperations } from './version-operations';
import { ClientMemory } from './client-memory';
import type { CallLog, LoggedCall } from './call-log';
import type { VersionHandle } from './version-handle';
import type { FromVersion, WireMessage } from './version-messages';

/** Who a client is. */
export interface DevCaller {
  readonly number: number;
  readonly caller: HttpCaller;
  /** For a client over HTTP: who was authenticated. */
  readonly network?: { readonly principal?: Principal | undefined };
}

/** What a client needs from whoever holds the versions. */
export interface VersionSource {
  /** The version that new requests go to; undefined while they have to wait for one. */
  readonly ready: VersionHandle | undefined;
  /** Why there is no version to wait for. */
  readonly absence: string | undefined;
  readonly log: CallLog;
  /** Looks for saves that were not reported yet, for which `ready` waits then too. */
  look(): void;
  readonly operations: BegunOperations;
  gone(client: DevClient): void;
}

interface OpenRequest {
  readonly message: WireMessage;
  readonly way: Send;
  readonly began: number;
  version: VersionHandle;
  /** Whether it stays open until either side ends it. */
  readonly streams: boolean;
}

interface Held {
  readonly message: WireMessage;
  readonly way: Send;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const INTERNAL_ERROR = -32603;
// Announcements of a version that was replaced concern nobody.
const OF_CURRENT = /\/list_changed$|^notifications\/resources\/updated$/;
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

/**
 * One client, whose connection outlives the versions that answer it: a request is answered by the version it was sent
 * to, and each new version is told what the client said about itself.
 */
export class DevClient {
  private readonly memory = new ClientMemory();
  private readonly open = new Map<unknown, OpenRequest>();
  private readonly questions = new Map<unknown, { version: VersionHandle; id: unknown }>();
  private waiting: Held[] = [];
  private readonly begunWith = new Set<VersionHandle>();
  private version: VersionHandle | undefined;

  /** `send` takes what belongs to no request, and the replies to requests without a way of their own. */
  constructor(
    private readonly who: DevCaller,
    private readonly versions: VersionSource,
    private readonly send: Send,
  ) {}

  /** Whether every request has been answered; open streams don't count. */
  get idle(): boolean {
    return this.unanswered === 0;
  }

  get unanswered(): number {
    let count = this.waiting.length;
    for (const { streams } of this.open.values()) if (!streams) count++;
    return count;
  }

  take(message: WireMessage, way: Send = this.send, headers?: Readonly<Record<string, string>>): void {
    if (!('method' in message)) return this.answer(message);
    if (message['method'] === 'notifications/cancelled') return this.cancel(message);
    this.waiting.push({ message, way, headers });
    this.resume();
  }

  /** Takes what waited, if there is a version again, or nothing to wait for. */
  resume(): void {
    if (!this.waiting.length) return;
    this.versions.look();
    const { ready, absence } = this.versions;
    if (!ready && absence === undefined) return;
    const { waiting } = this;
    this.waiting = [];
    for (const held of waiting) {
      if (ready) this.forward(held);
      else this.answerAlone(held, absence!);
    }
  }

  /** Goes on with a new version: it learns about the client, and the client that everything may have changed. */
  moveTo(version: VersionHandle): void {
    this.version = undefined;
    const streams = [...this.open.values()].filter((request) => request.streams);
    if (!this.memory.greeted && !streams.length) return;
    this.version = version;
    this.begin(version);
    for (const message of this.memory.retold()) version.send(this.taking(message));
    if (this.memory.greeted) for (const method of version.facts!.announced) this.send(notification(method));
    for (const stream of streams) this.moveStream(stream, version);
  }

  /** Takes what a version sent. */
  hear(version: VersionHandle, sent: Extract<FromVersion, { kind: 'sent' }>): void {
    const message = JSON.parse(sent.json) as WireMessage;
    const way = this.open.get(sent.about)?.way ?? this.send;
    if (!('method' in message)) this.reply(version, message, sent);
    else if ('id' in message) this.ask(version, message, way);
    else if (version === this.version || !OF_CURRENT.test(String(message['method'])))
      this.tell(version, message, way, sent.json);
  }

  /** Answers what a version can't answer any more, because its process ended. */
  lose(version: VersionHandle, how: string): void {
    this.begunWith.delete(version);
    for (const [id, request] of this.open) {
      if (request.version !== version || request.streams) continue;
      this.open.delete(id);
      const reason = `The app's process ended while it answered (${how}); what it printed before, if anything, is on stderr`;
      request.way(errorReply(id as string, INTERNAL_ERROR, reason), { code: INTERNAL_ERROR });
      this.versions.log.failed(loggedCall(request), reason);
    }
  }

  /** Asks what runs to return now, because the server ends; it is still answered. */
  hurry(): void {
    for (const version of this.begunWith) version.send({ kind: 'hurry', client: this.who.number });
  }

  /** Ends the client's streams from the server's side, as at the end of the server. */
  close(): void {
    for (const request of this.open.values()) if (!request.streams) request.version.answered();
    this.open.clear();
    this.waiting = [];
    for (const version of this.begunWith) version.send({ kind: 'end', client: this.who.number });
    this.begunWith.clear();
    this.versions.gone(this);
  }

  private forward({ message, way, headers }: Held): void {
    const { ready, operations } = this.versions;
    const streams = message['method'] === 'subscriptions/listen';
    // A stream is about what is offered now; operations of earlier versions are followed from there.
    const version = (streams ? undefined : operations.versionOf(message)) ?? ready!;
    this.version = ready;
    this.begin(version);
    this.memory.note(message);
    if ('id' in message) {
      this.open.set(message['id'], { message, way, version, streams, began: performance.now() });
      if (!streams) version.asked();
    }
    version.send({ ...this.taking(message), ...(headers && { headers }) });
  }

  private answerAlone({ message, way }: Held, reason: string): void {
    this.memory.note(message);
    if (!('id' in message)) return;
    const { json, last } = answerWithoutVersion(message, reason);
    way(json, last);
    if (message['method'] === 'initialize')
      this.versions.log.note('a client has connected, and is told that nothing is served yet');
  }

  private begin(version: VersionHandle): void {
    if (this.begunWith.has(version)) return;
    this.begunWith.add(version);
    const { number: client, caller, network } = this.who;
    version.send({ kind: 'begin', client, caller, ...(network && { network }) });
  }

  private taking(message: WireMessage) {
    return { kind: 'take', client: this.who.number, message } as const;
  }

  private answer(message: WireMessage): void {
    const asked = this.questions.get(message['id']);
    this.questions.delete(message['id']);
    asked?.version.send(this.taking({ ...message, id: asked.id }));
  }

  private cancel(message: WireMessage): void {
    const { requestId } = isObject(message['params']) ? message['params'] : {};
    const held = this.waiting.findIndex((each) => each.message['id'] === requestId);
    if (held >= 0) this.waiting.splice(held, 1);
    const request = this.open.get(requestId);
    if (!request) return;
    this.open.delete(requestId);
    request.version.send(this.taking(message));
    if (!request.streams) request.version.answered();
    this.versions.log.cancelled(loggedCall(request));
  }

  private reply(
    version: VersionHandle,
    message: WireMessage,
    { json, last = {} }: { json: string; last?: Last },
  ) {
    const { id } = message;
    const request = this.open.get(id);
    // Nobody waits for the replies to what a new version was told.
    if (request?.version !== version) return;
    this.open.delete(id);
    this.versions.operations.note(json, version);
    this.versions.log.answered(loggedCall(request), message);
    request.way(json, last);
    if (!request.streams) version.answered();
  }

  // Two versions may use the same number for their questions.
  private ask(version: VersionHandle, message: WireMessage, way: Send): void {
    const id = `${version.number}.${String(message['id'])}`;
    this.questions.set(id, { version, id: message['id'] });
    way(JSON.stringify({ ...message, id }));
  }

  private tell(version: VersionHandle, message: WireMessage, way: Send, json: string): void {
    const params = isObject(message['params']) ? message['params'] : {};
    if (message['method'] === ACKNOWLEDGED && this.memory.repeated(params)) return;
    if (message['method'] !== 'notifications/cancelled') return way(json);
    const requestId = `${version.number}.${String(params['requestId'])}`;
    way(JSON.stringify({ ...message, params: { ...params, requestId } }));
  }

  private moveStream(stream: OpenRequest, version: VersionHandle): void {
    const { message, way } = stream;
    const { id } = message;
    const filter = (message['params'] as WireMessage)['notifications'];
    stream.version.send(this.taking(notified('notifications/cancelled', { requestId: id })));
    stream.version = version;
    version.send(this.taking(message));
    for (const method of version.facts!.announced) {
      const [, kind] = method.split('/');
      if (isObject(filter) && filter[`${kind}ListChanged`] === true)
        way(notification(method, { _meta: { [MetaKey.subscription]: id } }));
    }
  }
}

function notified(method: string, params: WireMessage): WireMessage {
  return { jsonrpc: '2.0', method, params };
}

function loggedCall({ message, began, version }: OpenRequest): LoggedCall {
  return { request: message, began, declared: version.facts!.declared };
}
