import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { ClientCapabilities, Implementation, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Awaitable } from '../../base/awaitable';
import { crypto } from '../../base/crypto';
import { lazyRequire } from '../../base/lazy-require';
import type { UserAnswer, Question, Sample, Session } from '../../tool-context';
import { narrowingRoots } from '../root-paths';
import { askable, grantedRoots, type WireCaller } from '../wire-caller';
import type { OperationQuestions, OperationSession } from '../../calls/background';
import type { ClientLog } from '../client-log';
import { elicitation } from '../elicitation';
import { askAgain } from './ask-again';
import { LegacyBackgroundSession } from './legacy-background-session';

/** Sends a notification. */
export type Notify = (method: string, params: Record<string, unknown>) => void;

/** What a session needs to know about its connection, in either lane. */
export interface SdkConnection {
  client(): Implementation | undefined;
  capabilities(): ClientCapabilities | undefined;
  /** The SDK's server, for requests to the client. */
  server(): Awaitable<Server>;
  notify: Notify;
}

/** A connection with the log that its client gets. */
export interface LoggedConnection extends SdkConnection {
  readonly log: ClientLog;
}

let count = 0;

/** One legacy client's connection, as visible to tools; what the client does not support is absent. */
export class ServerSession implements OperationSession {
  readonly asksInReply = false;
  readonly id: string;
  readonly notify: Notify;
  private knownRoots: Promise<readonly string[]> | undefined;

  constructor(
    private readonly connection: LoggedConnection,
    id?: string,
    private readonly caller?: Partial<WireCaller>,
  ) {
    this.id = caller?.id ?? id ?? `session-${++count}`;
    this.notify = connection.log.filtered((method, params) => connection.notify(method, params));
  }

  get hearsEnd(): boolean {
    return this.connection.log.hears('info');
  }

  get capabilities(): OperationSession['capabilities'] {
    return askable(this.connection.capabilities());
  }

  get logLevel(): OperationSession['logLevel'] {
    return this.connection.log.level;
  }

  inBackground(questions: OperationQuestions): Session {
    return new LegacyBackgroundSession(this, questions, (task) => this.askOver(undefined, task));
  }

  get principal(): string | undefined {
    return this.caller?.principal;
  }

  get grant(): Session['grant'] {
    return this.caller?.grant;
  }

  get client(): { name: string; version: string } | undefined {
    const client = this.connection.client();
    return client && { name: client.name, version: client.version };
  }

  get ask(): ((question: Question, signal?: AbortSignal) => Promise<UserAnswer>) | undefined {
    return this.askOver();
  }

  /** The same, with the question on the way of the request that it belongs to. */
  askOver(relatedRequestId?: RequestId, task?: string): Session['ask'] {
    const can = this.connection.capabilities()?.elicitation;
    if (!can) return undefined;
    return async (question, signal) => {
      const params = elicitation(question, can);
      if (question.url !== undefined) params['elicitationId'] = crypto().randomUUID();
      if (task !== undefined) params['_meta'] = { [RELATED_TASK]: { taskId: task } };
      const server = await this.connection.server();
      const options = requestOptions(signal, relatedRequestId);
      return askAgain(question, (message) =>
        server.request(
          { method: 'elicitation/create', params: { ...params, message } as never },
          anyAnswer(),
          options,
        ),
      );
    };
  }

  get sample(): Session['sample'] {
    return this.sampleOver();
  }

  /** The same, on the way of the request that it belongs to. */
  sampleOver(relatedRequestId?: RequestId): Session['sample'] {
    if (!this.connection.capabilities()?.sampling) return undefined;
    return async (request, signal) => {
      const { key, ...params } = request;
      void key;
      const server = await this.connection.server();
      const said: unknown = await server.createMessage(
        params as never,
        requestOptions(signal, relatedRequestId),
      );
      return said as Sample;
    };
  }

  get requestRoots(): Session['requestRoots'] {
    return this.roots;
  }

  get roots(): (() => Promise<readonly string[]>) | undefined {
    const granted = grantedRoots(this.caller?.grant);
    if (granted) return granted;
    if (!this.connection.capabilities()?.roots) return undefined;
    return () => (this.knownRoots ??= this.readRoots());
  }

  /** Discards the client's roots after it announced a change. */
  forgetRoots(): void {
    this.knownRoots = undefined;
  }

  private async readRoots(): Promise<readonly string[]> {
    try {
      const server = await this.connection.server();
      const { roots } = await server.request({ method: 'roots/list' }, anyRoots());
      return narrowingRoots(roots.map(({ uri }) => uri));
    } catch (error) {
      this.knownRoots = undefined;
      throw error;
    }
  }
}

/** The same connection as visible to one request, with that request's own way to the client. */
export class RequestSession implements OperationSession {
  readonly asksInReply = false;

  constructor(
    private readonly connection: ServerSession,
    private readonly requestId: RequestId,
    readonly notify: Notify,
  ) {}

  get id(): string {
    return this.connection.id;
  }

  get principal(): Session['principal'] {
    return this.connection.principal;
  }

  get grant(): Session['grant'] {
    return this.connection.grant;
  }

  get hearsEnd(): boolean {
    return this.connection.hearsEnd;
  }

  get capabilities(): OperationSession['capabilities'] {
    return this.connection.capabilities;
  }

  get logLevel(): OperationSession['logLevel'] {
    return this.connection.logLevel;
  }

  inBackground(questions: OperationQuestions): Session {
    return new LegacyBackgroundSession(this, questions, (task) =>
      this.connection.askOver(this.requestId, task),
    );
  }

  get client(): Session['client'] {
    return this.connection.client;
  }

  get ask(): Session['ask'] {
    return this.connection.askOver(this.requestId);
  }

  get sample(): Session['sample'] {
    return this.connection.sampleOver(this.requestId);
  }

  get roots(): Session['roots'] {
    return this.connection.roots;
  }

  get requestRoots(): Session['requestRoots'] {
    return this.connection.roots;
  }
}

function requestOptions(
  signal: AbortSignal | undefined,
  relatedRequestId: RequestId | undefined,
): RequestOptions {
  return {
    timeout: ANSWER_TIME,
    ...(signal && { signal }),
    ...(relatedRequestId !== undefined && { relatedRequestId }),
  };
}

// The SDK's own schema would reject the whole list for one root that is not a file.
function anyRoots() {
  const { z } = lazyRequire('zod') as typeof import('zod');
  return z.object({ roots: z.array(z.object({ uri: z.string() })) });
}

// The SDK's own schema would fail the call for an answer that can be asked for again.
function anyAnswer() {
  const { z } = lazyRequire('zod') as typeof import('zod');
  return z.record(z.string(), z.unknown());
}

/** The connection of a server run by the SDK itself. */
export function sdkConnection(server: Server): SdkConnection {
  return {
    client: () => server.getClientVersion(),
    capabilities: () => server.getClientCapabilities(),
    server: () => server,
    notify: (method, params) => void server.notification({ method, params }).catch(() => undefined),
  };
}

const RELATED_TASK = 'io.modelcontextprotocol/related-task';

// A person answers, and may be away for a while.
const ANSWER_TIME = 10 * 60 * 1000;
