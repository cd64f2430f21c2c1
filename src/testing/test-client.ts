import type { OpenApp } from '../app/open-loaded-app';
import type { ObjectSchema } from '../base/json-schema';
import type { Progress, Question, UserAnswer } from '../tool-context';
import type { MethodTable } from '../serve/method-table';
import { refuseWrongOptions } from '../schema/refuse-wrong-options';
import { CLIENT_CHOICES, type ClientChoices } from './client-choices';
import { FailedAnswers } from './failed-answers';
import { forgottenAwait } from './forgotten-await';
import { fromTest, fromTestNow } from './from-test';
import { Interview } from './fake-user';
import { RepeatedQuestions } from './repeated-questions';
import { MemoryWire } from './memory-wire';
import { operationResult } from './operation-result';
import { refusedTask, wireOf } from './task-reply';
import { ThrownErrors } from './thrown-errors';
import { ToolReply } from './tool-reply';

type Message = Record<string, unknown>;

/** A tool as the client sees it in the list. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: Record<string, unknown>;
  readonly annotations?: Record<string, unknown>;
}

const MODERN = '2026-07-28';

const servers = new WeakMap<TestClient, ClientServer>();

/** What a client was made with. */
export interface ClientServer {
  readonly table: MethodTable;
  readonly choices: ClientChoices;
}

/** Returns what a client was made with, for the parts of this room that need more than a client sees. */
export function serverBehind(client: TestClient): ClientServer {
  return servers.get(client)!;
}

/** A client in memory: every call goes through validation, policy, consent and the protocol, as a real client's does. */
export class TestClient {
  /** The notifications received, in order. */
  readonly notifications: { readonly method: string; readonly params: Message }[] = [];
  private readonly wire: MemoryWire;
  private readonly thrown: ThrownErrors;
  private readonly interview: Interview | undefined;
  private readonly unanswered = new FailedAnswers();
  private readonly listening = new Map<number, Progress[]>();

  constructor(
    table: MethodTable,
    private readonly choices: ClientChoices,
    /** The app behind the client, to look at what a call changed. */
    readonly app?: OpenApp,
  ) {
    servers.set(this, { table, choices });
    this.interview = choices.user && new Interview(choices.user);
    this.thrown = new ThrownErrors(table.registry.observers);
    this.wire = new MemoryWire(table, {
      notified: (method, params) => this.hear(method, params),
      requested: (method, params) => this.unanswered.answer(() => this.answer(method, params)),
    });
  }

  /** Connects, as a client does before its first request. */
  async connect(): Promise<this> {
    if (this.modern) return this;
    await this.wire.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: this.capabilities,
      clientInfo: CLIENT,
    });
    this.wire.notify('notifications/initialized');
    return this;
  }

  /** Connects another client to the same server, such as one whose user can't be asked; closing it leaves the app open. */
  another(choices: ClientChoices = {}): Promise<TestClient> {
    refuseWrongOptions('another', choices, CLIENT_CHOICES);
    return new TestClient(serverBehind(this).table, choices).connect();
  }

  /** The questions that tools asked so far. */
  get questions(): readonly Question[] {
    return this.interview?.questions ?? [];
  }

  /** Every tool in the list, all pages of it. */
  tools(): Promise<ListedTool[]> {
    return fromTest(this.tools, () => this.all('tools/list', 'tools'));
  }

  /** The same, for assertions that are not awaited. */
  toolsNow(): ListedTool[] {
    return fromTestNow(this.toolsNow, () => this.listNow());
  }

  private listNow(): ListedTool[] {
    const found: ListedTool[] = [];
    let cursor: unknown;
    do {
      const page = this.wire.requestNow('tools/list', this.addressed(cursor === undefined ? {} : { cursor }));
      found.push(...(page['tools'] as ListedTool[]));
      cursor = page['nextCursor'];
    } while (cursor !== undefined);
    return found;
  }

  /** Calls a tool by the name it has in the list, as a task if it takes no other call. Throws for what is no answer of a tool, such as an unknown name. */
  call(tool: string, args: Message = {}, options: { signal?: AbortSignal } = {}): Promise<ToolReply> {
    const reply = fromTest(this.call, () => this.replyTo(tool, args, options.signal));
    // A test that forgets to await is told by its matcher; a call that fails unheard mustn't end the runner besides.
    reply.catch(() => undefined);
    return reply;
  }

  /**
   * Waits for the result of a call that was answered before it was done, as those of tools with `synchronous: false` are;
   * any other reply is returned as it is.
   */
  resultOf(reply: ToolReply, options: { signal?: AbortSignal } = {}): Promise<ToolReply> {
    return fromTest(this.resultOf, () => this.ended(reply, options));
  }

  private async ended(reply: ToolReply, options: { signal?: AbortSignal }): Promise<ToolReply> {
    const { tool, operation, progress } = reply;
    if (operation === undefined) return reply;
    const result = await operationResult(
      {
        modern: this.modern,
        send: (method, params) => this.send(method, params, options.signal, {}, TASKS),
        answers: (requests) => this.answers(requests),
      },
      operation,
    );
    return this.replied(new ToolReply(tool, result, progress));
  }

  /** Every prompt in the list. */
  prompts(): Promise<{ name: string; description?: string }[]> {
    return fromTest(this.prompts, () => this.all('prompts/list', 'prompts'));
  }

  /** The text of a prompt's messages, joined by empty lines. */
  async prompt(name: string, args: Record<string, string> = {}): Promise<string> {
    const { messages } = await fromTest(this.prompt, () =>
      this.send('prompts/get', { name, arguments: args }),
    );
    const texts = (messages as { content: { text?: string } }[]).map(({ content }) => content.text ?? '');
    return texts.join('\n\n');
  }

  /** Every resource in the list; templates are not in it. */
  resources(): Promise<{ uri: string; name?: string }[]> {
    return fromTest(this.resources, () => this.all('resources/list', 'resources'));
  }

  /** The contents of a resource: text, or bytes in base64. */
  async read(uri: string): Promise<{ uri: string; mimeType?: string; text?: string; blob?: string }[]> {
    return (await fromTest(this.read, () => this.send('resources/read', { uri })))['contents'] as [];
  }

  /** Sends any other request. */
  send(
    method: string,
    params: Message = {},
    signal?: AbortSignal,
    meta: Message = {},
    capabilities: Message = {},
  ): Promise<Message> {
    return fromTest(this.send, () =>
      this.unanswered.during(this.wire.request(method, this.addressed(params, meta, capabilities), signal)),
    );
  }

  /** Disconnects, and closes the app with its hooks. Throws what a hook threw, or if a test began `fuzz` and never waited for it. */
  async close(): Promise<void> {
    const forgotten = forgottenAwait(this);
    this.wire.close();
    await this.app?.close();
    if (forgotten !== undefined) throw new Error(forgotten);
  }

  private addressed(params: Message, meta: Message = {}, capabilities: Message = {}): Message {
    const own = this.modern ? { ...meta, ...this.modernMeta(capabilities) } : meta;
    return Object.keys(own).length ? { ...params, _meta: own } : params;
  }

  private async replyTo(tool: string, args: Message, signal: AbortSignal | undefined): Promise<ToolReply> {
    const progress: Progress[] = [];
    let more: Message = {};
    const rounds = new RepeatedQuestions();
    for (;;) {
      const token = this.wire.nextId;
      this.listening.set(token, progress);
      const params = { name: tool, arguments: args, ...more };
      const result = await this.sendCall(params, { progressToken: token }, signal).finally(() =>
        this.listening.delete(token),
      );
      if (result['resultType'] !== 'input_required')
        return this.replied(new ToolReply(tool, wireOf(result), progress));
      rounds.add(result['inputRequests']);
      more = { requestState: result['requestState'], inputResponses: this.answers(result['inputRequests']) };
    }
  }

  private sendCall(params: Message, meta: Message, signal: AbortSignal | undefined): Promise<Message> {
    const { registry } = serverBehind(this).table;
    const asTask = registry.some(
      (tool) => tool.taskSupport === 'required' && registry.exposedName(tool) === params['name'],
    );
    if (!asTask) return this.send('tools/call', params, signal, meta);
    if (this.modern) return this.send('tools/call', params, signal, meta, TASKS);
    return this.send('tools/call', { ...params, task: {} }, signal, meta).catch(refusedTask);
  }

  private replied(reply: ToolReply): ToolReply {
    const message = reply.exceptionMessage;
    if (message === undefined) return reply;
    return new ToolReply(reply.tool, reply.wire, reply.progress, this.thrown.take(message));
  }

  private get modern(): boolean {
    return this.choices.era === 'modern';
  }

  private get capabilities(): Message {
    return {
      ...(this.interview && { elicitation: { form: {}, url: {} } }),
      ...(this.choices.model && { sampling: {} }),
    };
  }

  private modernMeta(more: Message): Message {
    return {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientCapabilities': { ...this.capabilities, ...more },
      'io.modelcontextprotocol/clientInfo': CLIENT,
    };
  }

  private async all<T>(method: string, field: string): Promise<T[]> {
    const found: T[] = [];
    let cursor: unknown;
    do {
      const page = await this.send(method, cursor === undefined ? {} : { cursor });
      found.push(...(page[field] as T[]));
      cursor = page['nextCursor'];
    } while (cursor !== undefined);
    return found;
  }

  private hear(method: string, params: Message): void {
    const { progressToken, ...update } = params;
    if (method === 'notifications/progress')
      this.listening.get(progressToken as number)?.push(update as unknown as Progress);
    else this.notifications.push({ method, params });
  }

  private answers(requests: unknown): Message {
    const asked = Object.entries(requests as Record<string, { method: string; params: Message }>);
    return Object.fromEntries(asked.map(([key, { method, params }]) => [key, this.answer(method, params)]));
  }

  private answer(method: string, params: Message): Message {
    if (method === 'elicitation/create' && this.interview)
      return { ...this.interview.answer(asQuestion(params)) };
    if (method === 'sampling/createMessage' && this.choices.model)
      return {
        role: 'assistant',
        content: { type: 'text', text: this.choices.model(params) },
        model: 'test',
        stopReason: 'endTurn',
      } satisfies Message & Partial<UserAnswer>;
    throw new Error(`This client can't answer ${method}.`);
  }
}

// A client that names it would get tasks in place of answers to its calls.
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const CLIENT = { name: 'toolwright-testing', version: '1.0.0' };

function asQuestion({ message, requestedSchema, url }: Message): Question {
  return {
    message: String(message),
    ...(requestedSchema !== undefined && { schema: requestedSchema as Message }),
    ...(typeof url === 'string' && { url }),
  };
}
