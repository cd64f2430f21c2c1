import { exceptionMessage } from '../../base/exception';
import { isPromised, type Awaitable } from '../../base/awaitable';
import type { Logger } from '../../logger';
import { logAccess, noteMessage, type AccessNotes } from './access-log';
import type { AudienceOf } from './http-audiences';
import { isRefusal, type AuthRefusal, type Principal } from './auth/principal';
import { withScopes } from './auth/required-scopes';
import { challenge, METADATA_PATH, resourceMetadata, type ProtectedResource } from './auth/resource-metadata';
import { TrustedProxies, type RequestOrigin } from './forwarded-headers';
import { HostCheck, isLoopback, type HostLists } from './host-lists';
import type { HttpExchange } from './http-exchange';
import { MessageIntake, type IntakeOptions } from './http-message-intake';
import { isLocal, METRICS_PATH, sendMetrics, type EndpointNumbers, type MetricsPage } from './http-metrics';
import { RateLimit } from './http-rate-limit';
import { answerJson, refuse } from './http-refusals';

/** How an endpoint is guarded and what it answers to. */
export interface EndpointOptions extends IntakeOptions, HostLists {
  /** The path that clients use; a mounted endpoint answers on any. */
  readonly path?: string | undefined;
  /** The address that clients use, if a request doesn't show it. */
  readonly url?: string | undefined;
  readonly proxies: readonly string[];
  /** Finds out who sends a request; without it only this machine is served, and nobody has a name. */
  readonly authenticate?: ((exchange: HttpExchange) => Awaitable<Principal | AuthRefusal>) | undefined;
  readonly resource: ProtectedResource;
  readonly accessLog: boolean;
  /** The page with what is measured; without it there is none. */
  readonly metrics?: MetricsPage | undefined;
  readonly log: Logger;
}

const CORS = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-max-age': '600',
};
const EXPOSED = 'mcp-session-id, mcp-protocol-version, www-authenticate';
// Failed attempts to authenticate, each minute, from one address.
const MOST_FAILURES = 60;

/** Serves MCP on HTTP: every request passes its guards in the same order, then its messages go to the lanes. */
export class HttpEndpoint {
  private readonly hosts: HostCheck;
  private readonly proxies: TrustedProxies | undefined;
  private readonly rates = new RateLimit();
  private readonly failures = new RateLimit();
  private readonly intake: MessageIntake;
  private leaving = false;
  private draining = false;
  private tooMany = 0;
  private refusedCallers = 0;

  constructor(
    private readonly audiences: AudienceOf,
    private readonly options: EndpointOptions,
  ) {
    this.hosts = new HostCheck(options);
    this.proxies = options.proxies.length ? new TrustedProxies(options.proxies) : undefined;
    this.intake = new MessageIntake(options);
  }

  /** How many requests are being answered. */
  get active(): number {
    return this.intake.active;
  }

  take(exchange: HttpExchange): void {
    const { path, log, accessLog } = this.options;
    if (this.draining) exchange.extra['connection'] = 'close';
    if (path !== undefined && this.health(exchange)) return;
    const origin = this.proxies?.originOf(exchange) ?? seen(exchange);
    const notes: AccessNotes | undefined = accessLog ? {} : undefined;
    if (notes) {
      if (origin.peer !== undefined) notes.peer = origin.peer;
      logAccess(exchange, log, notes);
    }
    if (exchange.hasDoubledHost) return this.refused(exchange, 400, 'A request has one Host');
    if (!this.hosts.allowsHost(origin.host))
      return this.refused(exchange, 403, 'This Host is not allowed; http.hosts lists those that are');
    if (!this.allowsPage(exchange))
      return this.refused(exchange, 403, 'This Origin is not allowed; http.origins lists those that are');
    if (exchange.method === 'OPTIONS') return this.preflight(exchange);
    if (exchange.path.startsWith(METADATA_PATH)) return this.metadata(exchange, origin);
    if (path !== undefined && exchange.path === METRICS_PATH && this.options.metrics)
      return this.measured(exchange, origin, notes, this.options.metrics);
    if (path !== undefined && exchange.path !== path)
      return refuse(exchange, 404, `MCP is served on ${path}`);
    this.authenticate(exchange, origin, notes);
  }

  private measured(
    exchange: HttpExchange,
    origin: RequestOrigin,
    notes: AccessNotes | undefined,
    page: MetricsPage,
  ): void {
    if (exchange.method !== 'GET')
      return refuse(exchange, 405, 'Method not allowed', { headers: { allow: 'GET' } });
    if (page.access === 'authenticated') return this.authenticate(exchange, origin, notes, page);
    if (!isLocal(exchange)) return this.refused(exchange, 403, 'Only programs of this machine may read this');
    sendMetrics(exchange, page, this.numbers);
  }

  private get numbers(): EndpointNumbers {
    const { active, sessionCount } = this.intake;
    return { active, sessions: sessionCount, tooMany: this.tooMany, unauthorised: this.refusedCallers };
  }

  /** Tells whoever asks that the end is near; requests are still taken. */
  leave(): void {
    this.leaving = true;
  }

  /** Begins the end: streams are ended, connections are not used again. */
  drain(): void {
    this.leaving = this.draining = true;
    this.intake.endStreams();
  }

  /** Asks what runs to return now, because the server ends; it is still answered. */
  hurry(): void {
    this.intake.hurry();
  }

  close(): void {
    this.intake.close();
  }

  private authenticate(
    exchange: HttpExchange,
    origin: RequestOrigin,
    notes: AccessNotes | undefined,
    page?: MetricsPage,
  ): void {
    const { authenticate } = this.options;
    if (!authenticate) {
      if (page) return this.refused(exchange, 403, 'Without authentication nobody may read this');
      if (origin.peer !== undefined && !isLoopback(origin.peer))
        return this.refused(exchange, 403, 'Without authentication only this machine is served');
      return this.admit(exchange, undefined, notes);
    }
    const decide = (found: Principal | AuthRefusal): void => {
      const verdict = withScopes(found, this.options.resource.required);
      if (isRefusal(verdict)) this.unauthorised(exchange, origin, verdict);
      else this.admit(exchange, verdict, notes, origin, page);
    };
    const verdict = authenticate(exchange);
    if (!isPromised(verdict)) return decide(verdict);
    Promise.resolve(verdict)
      .then(decide)
      .catch((error: unknown) => {
        this.options.log.error(`A request could not be served: ${exceptionMessage(error)}`, { error });
        refuse(exchange, 500, 'Internal error');
      });
  }

  private admit(
    exchange: HttpExchange,
    principal: Principal | undefined,
    notes: AccessNotes | undefined,
    origin?: RequestOrigin,
    page?: MetricsPage,
  ): void {
    if (notes && principal) notes.principal = principal.id;
    const audience = this.audiences.of(principal);
    if (!audience) {
      const refusal: AuthRefusal = {
        status: 403,
        error: 'insufficient_scope',
        reason: 'Nothing here is granted to this caller',
      };
      return this.unauthorised(exchange, origin ?? seen(exchange), refusal);
    }
    const wait = principal && this.rates.take(principal.id, audience.rate);
    if (wait !== undefined) {
      this.tooMany++;
      return this.refused(exchange, 429, 'Too many requests', { 'retry-after': String(wait) });
    }
    if (page && !audience.metrics) return this.refused(exchange, 403, 'This caller may not read it');
    if (page) return sendMetrics(exchange, page, this.numbers);
    this.intake.take({
      exchange,
      principal,
      audience,
      ...(notes && { note: (message: Record<string, unknown>) => noteMessage(notes, message) }),
    });
  }

  private unauthorised(exchange: HttpExchange, origin: RequestOrigin, refusal: AuthRefusal): void {
    const { status, reason } = refusal;
    if (status === 500) {
      this.options.log.error(`A request could not be served: ${reason}`);
      return refuse(exchange, 500, reason);
    }
    this.refusedCallers++;
    if (status === 503) return this.refused(exchange, 503, reason, { 'retry-after': '5' });
    const wait = this.failures.take(origin.peer ?? '', MOST_FAILURES);
    if (wait !== undefined)
      return this.refused(exchange, 429, 'Too many failed attempts', { 'retry-after': String(wait) });
    const { resource, path = exchange.path } = this.options;
    const metadata = `${this.base(origin)}${METADATA_PATH}${path}`;
    this.refused(exchange, status, reason, { 'www-authenticate': challenge(refusal, resource, metadata) });
  }

  private refused(
    exchange: HttpExchange,
    status: number,
    reason: string,
    headers: Record<string, string> = {},
  ): void {
    this.options.log.debug(`${status}: ${reason}`);
    refuse(exchange, status, reason, { headers });
  }

  private health(exchange: HttpExchange): boolean {
    const { path } = exchange;
    if (path !== '/healthz' && path !== '/readyz') return false;
    if (exchange.method !== 'GET' && exchange.method !== 'HEAD')
      refuse(exchange, 405, 'Method not allowed', { headers: { allow: 'GET, HEAD' } });
    else if (path === '/readyz' && this.leaving)
      exchange.send(503, { 'content-type': 'text/plain' }, 'ending\n');
    else exchange.send(200, { 'content-type': 'text/plain' }, 'ok\n');
    return true;
  }

  private allowsPage(exchange: HttpExchange): boolean {
    const origin = exchange.header('origin');
    if (origin === undefined) return true;
    if (!this.hosts.allowsOrigin(origin)) return false;
    exchange.extra['access-control-allow-origin'] = origin;
    exchange.extra['access-control-expose-headers'] = EXPOSED;
    exchange.extra['vary'] = 'Origin';
    return true;
  }

  private preflight(exchange: HttpExchange): void {
    const asked = exchange.header('access-control-request-headers');
    exchange.send(204, {
      ...CORS,
      ...(asked !== undefined && /^[\w\s,-]*$/.test(asked) && { 'access-control-allow-headers': asked }),
    });
  }

  private metadata(exchange: HttpExchange, origin: RequestOrigin): void {
    const { authenticate, resource, url } = this.options;
    const about = exchange.path.slice(METADATA_PATH.length);
    const { path = about } = this.options;
    if (!authenticate || (about !== '' && about !== path)) return refuse(exchange, 404, 'Not found');
    if (exchange.method !== 'GET')
      return refuse(exchange, 405, 'Method not allowed', { headers: { allow: 'GET' } });
    exchange.extra['access-control-allow-origin'] ??= '*';
    answerJson(exchange, 200, resourceMetadata(resource, url ?? `${this.base(origin)}${path}`));
  }

  // The part of the address before the path.
  private base({ host, secure }: RequestOrigin): string {
    const { url } = this.options;
    return url === undefined ? `${secure ? 'https' : 'http'}://${host ?? 'localhost'}` : new URL(url).origin;
  }
}

function seen(exchange: HttpExchange): RequestOrigin {
  const { peer, secure } = exchange;
  return { host: exchange.header('host'), peer, secure };
}
