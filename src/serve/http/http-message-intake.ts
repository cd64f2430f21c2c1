import { DISCONNECTED } from '../../calls/keys/kept-running';
import { ANYONE } from '../../owner';
import { readMessage } from '../json-rpc';
import { takeTraceHeaders } from '../trace-in-meta';
import { PROTOCOL_VERSIONS } from '../legacy/legacy-replies';
import type { Last } from '../method';
import { isModern, MODERN_VERSION } from '../modern/protocol-era';
import type { Running } from '../modern/modern-lane';
import { TOO_MANY_STREAMS } from '../modern/open-streams';
import type { Audience, HttpCaller } from './http-audiences';
import type { Principal } from './auth/principal';
import { Heartbeat } from './stream-heartbeat';
import type { HttpExchange } from './http-exchange';
import type { HttpSession } from './http-session';
import { answerJson, refuse } from './http-refusals';
import { ReplyWay } from './http-reply-way';
import { messageProblem } from './http-request-problem';
import { SessionStore, type SessionLimits } from './http-session-store';

/** How messages are taken. */
export interface IntakeOptions {
  readonly bodyBytes: number;
  readonly heartbeatMs: number;
  readonly sessions: SessionLimits;
  /** Whether the position in a trace that headers name is taken over. */
  readonly traced?: boolean | undefined;
}

/** A request whose sender is known. */
export interface Admitted {
  readonly exchange: HttpExchange;
  readonly principal: Principal | undefined;
  readonly audience: Audience;
  /** Notes what a message was, for the access log. */
  note?(message: Record<string, unknown>): void;
}

const INVALID_REQUEST = -32600;
const SESSION = 'mcp-session-id';
const ALLOWED = { allow: 'POST, GET, DELETE' };
const JSON_TYPE = /^application\/json(?:\s*;|$)/i;

/** Takes the messages of clients of both eras, each by the lane it belongs to. */
export class MessageIntake {
  private readonly sessions: SessionStore;
  private readonly heartbeat: Heartbeat;
  /** Requests of the modern era that are not answered yet. */
  private readonly running = new Set<Running>();
  /** How many requests are being answered. */
  active = 0;

  constructor(private readonly options: IntakeOptions) {
    this.sessions = new SessionStore(options.sessions);
    this.heartbeat = new Heartbeat(options.heartbeatMs);
  }

  take(admitted: Admitted): void {
    const { exchange } = admitted;
    switch (exchange.method) {
      case 'POST':
        return this.post(admitted);
      case 'GET':
        return this.listen(admitted);
      case 'DELETE':
        return this.end(admitted);
      default:
        return refuse(exchange, 405, 'Method not allowed', { headers: ALLOWED });
    }
  }

  /** How many sessions of older clients there are. */
  get sessionCount(): number {
    return this.sessions.size;
  }

  /** Ends every stream that waits for events; requests are still answered. */
  endStreams(): void {
    for (const request of [...this.running]) if (request.streaming) request.end();
    this.sessions.endStreams();
  }

  /** Asks what runs to return now, because the server ends; it is still answered. */
  hurry(): void {
    for (const request of this.running) request.hurry();
    this.sessions.hurry();
  }

  close(): void {
    for (const request of [...this.running]) request.end();
    this.sessions.close();
  }

  private post(admitted: Admitted): void {
    const { exchange } = admitted;
    if (!JSON_TYPE.test(exchange.header('content-type') ?? ''))
      return refuse(exchange, 415, 'Content-Type must be application/json');
    if (!accepts(exchange, 'application/json') || !accepts(exchange, 'text/event-stream'))
      return refuse(exchange, 406, 'Accept must include application/json and text/event-stream');
    exchange.readBody(this.options.bodyBytes, (text) => {
      if (text === undefined)
        return refuse(exchange, 413, `The body is longer than ${this.options.bodyBytes} bytes`);
      const read = readMessage(text);
      if ('error' in read) return answerJson(exchange, 400, JSON.stringify(read.error));
      const problem = messageProblem(read.message);
      if (problem !== undefined)
        return refuse(exchange, 400, `Invalid request: ${problem}`, { code: INVALID_REQUEST });
      if (this.options.traced) takeTraceHeaders(read.message, (name) => exchange.header(name));
      admitted.note?.(read.message);
      this.message(admitted, read.message);
    });
  }

  private message(admitted: Admitted, message: Record<string, unknown>): void {
    const { exchange } = admitted;
    const version = exchange.header('mcp-protocol-version');
    if (isModern(message) || version === MODERN_VERSION) return this.modern(admitted, message);
    const starts = message['method'] === 'initialize' && 'id' in message;
    if (starts) return this.initialize(admitted, message);
    if (version !== undefined && !(PROTOCOL_VERSIONS as readonly string[]).includes(version))
      return refuse(exchange, 400, `Unsupported protocol version: ${version}`, { id: message['id'] });
    const session = this.sessionOf(admitted, message['id']);
    if (!session) return;
    if ('method' in message && 'id' in message) return this.request(admitted, session, message);
    session.notice(message);
    exchange.send(202);
  }

  private modern({ exchange, principal, audience }: Admitted, message: Record<string, unknown>): void {
    const { id } = message;
    if (!('method' in message)) return refuse(exchange, 400, 'Invalid request: a reply to no request');
    if (id === undefined) return exchange.send(202);
    const way = new ReplyWay(exchange, modernStatus, () => this.answered(way));
    this.active++;
    const header = (name: string): string | undefined => exchange.header(name);
    const running = audience.modern(message, header, way.send, callerOf(principal), () => {
      if (running) this.running.delete(running);
    });
    if (way.over || !running) return;
    this.running.add(running);
    this.heartbeat.add(way);
    exchange.onEnd(() => {
      if (way.over) return;
      way.abandon();
      running.cancel(DISCONNECTED);
      this.running.delete(running);
    });
  }

  private initialize({ exchange, principal, audience }: Admitted, message: Record<string, unknown>): void {
    const session = this.sessions.begin(audience, principal?.id);
    if (!session)
      return refuse(exchange, 429, 'Too many sessions; end one with DELETE', {
        headers: { 'retry-after': '30' },
        id: message['id'],
      });
    exchange.extra[SESSION] = session.id;
    this.answer(exchange, session, message, (last) => {
      if (last && last.code === undefined) return;
      delete exchange.extra[SESSION];
      this.sessions.end(session);
    });
  }

  private request({ exchange }: Admitted, session: HttpSession, message: Record<string, unknown>): void {
    if (session.answers(message['id']))
      return refuse(exchange, 400, 'Invalid request: a request with this id is being answered', {
        code: INVALID_REQUEST,
        id: message['id'],
      });
    this.answer(exchange, session, message);
  }

  // The work goes on if the client disconnects, as the legacy revisions have it; only its reply is lost.
  private answer(
    exchange: HttpExchange,
    session: HttpSession,
    message: Record<string, unknown>,
    ended?: (last: Last | undefined) => void,
  ): void {
    const way = new ReplyWay(
      exchange,
      () => 200,
      (last) => {
        session.finished(message['id']);
        this.answered(way);
        ended?.(last);
      },
    );
    this.active++;
    if (!session.request(message, way)) return;
    this.heartbeat.add(way);
    exchange.onEnd(() => way.abandon());
  }

  private answered(way: ReplyWay): void {
    this.active--;
    this.heartbeat.remove(way);
  }

  private listen(admitted: Admitted): void {
    const { exchange } = admitted;
    if (exchange.header(SESSION) === undefined)
      return refuse(exchange, 405, 'GET is for streams of a session', { headers: { allow: 'POST' } });
    if (!accepts(exchange, 'text/event-stream'))
      return refuse(exchange, 406, 'Accept must include text/event-stream');
    const session = this.sessionOf(admitted);
    if (!session) return;
    if (session.listening) return refuse(exchange, 409, 'The session already has a stream');
    const stream = session.listen(exchange);
    this.heartbeat.add(stream);
    exchange.onEnd(() => this.heartbeat.remove(stream));
  }

  private end(admitted: Admitted): void {
    if (admitted.exchange.header(SESSION) === undefined)
      return refuse(admitted.exchange, 405, 'DELETE ends a session', { headers: { allow: 'POST' } });
    const session = this.sessionOf(admitted);
    if (!session) return;
    this.sessions.end(session);
    admitted.exchange.send(204);
  }

  private sessionOf({ exchange, principal, audience }: Admitted, id?: unknown): HttpSession | undefined {
    const named = exchange.header(SESSION);
    const session = named === undefined ? undefined : this.sessions.find(named, principal?.id, audience);
    if (session) return session;
    if (named === undefined)
      refuse(exchange, 400, 'Mcp-Session-Id is missing; begin with initialize, or name a revision in _meta', {
        id,
      });
    else refuse(exchange, 404, 'There is no such session; begin again with initialize', { id });
    return undefined;
  }
}

function callerOf(principal: Principal | undefined): HttpCaller {
  return principal ? { id: `principal ${principal.id}`, principal: principal.id } : { id: ANYONE };
}

function modernStatus({ code, malformed }: Last): number {
  if (malformed) return 400;
  if (code === -32601) return 404;
  if (code === TOO_MANY_STREAMS) return 429;
  return code === -32020 || code === -32021 || code === -32022 ? 400 : 200;
}

// No header, or a wildcard, accepts everything.
function accepts(exchange: HttpExchange, type: string): boolean {
  const accept = exchange.header('accept');
  if (accept === undefined || accept.includes(type) || accept.includes('*/*')) return true;
  return accept.includes(`${type.slice(0, type.indexOf('/'))}/*`);
}
