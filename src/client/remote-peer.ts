import { IDEMPOTENCY_KEY } from '../base/idempotency-meta';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js' with { 'resolution-mode': 'import' };
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js' with {
  'resolution-mode': 'import',
};
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js' with {
  'resolution-mode': 'import',
};
import { isObject } from '../base/json-value';
import type {
  ServerOffer,
  OfferedPrompt,
  OfferedResource,
  OfferedTemplate,
  OfferedTool,
} from '../base/offer';
import type { WireResult } from '../outcome';
import type { UserAnswer } from '../tool-context';
import { connectionProblem, METHOD_NOT_FOUND, NO_ANSWER } from './connection-problem';
import { runTask } from './run-remote-task';
import type { PeerContents, PeerMessage, PeerPrompt, PeerResource, PeerTool } from './peer-lists';
import { PeerError, type Peer, type PeerCall } from './peer';

/** How to reach another server: the words of a command to start, or the address of a running one. */
export type Address = { readonly command: readonly string[] } | { readonly url: URL };

/** What the connection itself needs. */
export interface RemoteOptions {
  readonly address: Address;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Headers of every request to a URL, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly version: string;
  /** Whether the server is told that its user can be asked; a question that nobody answers is cancelled. */
  readonly asks: boolean;
  /** Receives the log messages of the server. */
  readonly log: (level: string, text: string) => void;
  /** Receives what a started server prints on stderr; printed on ours if absent. */
  readonly stderr?: ((text: string) => void) | undefined;
  /** Called when the server says that one of its lists changed. */
  readonly changed?: (() => void) | undefined;
}

/** Connects to another server; throws one sentence that names the server and what went wrong. */
export async function connectRemote(options: RemoteOptions): Promise<RemotePeer> {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const types = await import('@modelcontextprotocol/sdk/types.js');
  const capabilities = options.asks ? { elicitation: {} } : {};
  const client = new Client({ name: 'toolwright', version: options.version }, { capabilities });
  const peer = new RemotePeer(client);
  if (options.asks)
    client.setRequestHandler(types.ElicitRequestSchema, async ({ params }) => {
      const schema = 'requestedSchema' in params ? params.requestedSchema : undefined;
      const answer = await peer.asked({ message: params.message, ...(schema && { schema }) });
      return { ...answer };
    });
  client.setNotificationHandler(types.LoggingMessageNotificationSchema, ({ params }) =>
    options.log(params.level, textOf(params.data)),
  );
  for (const list of [
    types.ToolListChangedNotificationSchema,
    types.PromptListChangedNotificationSchema,
    types.ResourceListChangedNotificationSchema,
  ])
    client.setNotificationHandler(list, () => options.changed?.());
  try {
    await client.connect(await transportTo(options));
  } catch (error) {
    await client.close().catch(() => undefined);
    const { reason, status } = connectionProblem(error);
    throw new PeerError(`${nameOf(options.address)} gave no connection: ${reason}`, status);
  }
  return peer;
}

async function transportTo({ address, cwd, env, headers = {}, stderr }: RemoteOptions): Promise<Transport> {
  if ('url' in address) {
    const { StreamableHTTPClientTransport } =
      await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    // The SDK's own classes don't compile against its interface under exactOptionalPropertyTypes.
    return new StreamableHTTPClientTransport(address.url, { requestInit: { headers } });
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const [command = '', ...args] = address.command;
  const defined = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const transport = new StdioClientTransport({
    command,
    args,
    cwd,
    env: Object.fromEntries(defined),
    stderr: stderr ? 'pipe' : 'inherit',
  });
  transport.stderr?.on('data', (chunk: Buffer) => stderr?.(chunk.toString()));
  return transport;
}

/** Names a server in messages. */
export function nameOf(address: Address): string {
  return 'url' in address ? address.url.href : address.command.join(' ');
}

/** A server on the other end of a connection. */
export class RemotePeer implements Peer {
  private ask: PeerCall['ask'];
  /** The listed tools that can be called as tasks. */
  private readonly tasks = new Set<string>();

  constructor(private readonly client: Client) {}

  async asked(question: { message: string; schema?: Record<string, unknown> }): Promise<UserAnswer> {
    return (await this.ask?.(question)) ?? { action: 'cancel' };
  }

  instructions(): string | undefined {
    return this.client.getInstructions();
  }

  /** What the server calls itself. */
  get info(): { readonly name: string; readonly version: string } | undefined {
    return this.client.getServerVersion();
  }

  /** The entries of its list of tools, with everything that it sends. */
  async listed() {
    const { tools, tasks } = this.client.getServerCapabilities() ?? {};
    if (!tools) return [];
    const offersTasks = tasks?.requests?.tools?.call !== undefined;
    return every(async (page) => {
      const { tools: entries, nextCursor } = await this.client.listTools(page);
      if (offersTasks)
        for (const { name, execution } of entries)
          if (execution?.taskSupport === 'optional' || execution?.taskSupport === 'required')
            this.tasks.add(name);
      return { entries, nextCursor };
    });
  }

  /** The same as it was sent: nothing is left out, and nothing stands elsewhere. */
  async sentTools(): Promise<OfferedTool[]> {
    if (!this.client.getServerCapabilities()?.tools) return [];
    return every((page) => this.rawPage<OfferedTool>('tools/list', 'tools', page));
  }

  async offer(): Promise<ServerOffer> {
    const { prompts, resources } = this.client.getServerCapabilities() ?? {};
    const server = this.client.getServerVersion();
    const list = async <T>(offered: unknown, method: string, key: string): Promise<T[]> =>
      offered ? every((page) => this.rawPage<T>(method, key, page)) : [];
    return {
      server: server && { name: server.name, version: server.version },
      instructions: this.instructions(),
      tools: await this.sentTools(),
      prompts: await list<OfferedPrompt>(prompts, 'prompts/list', 'prompts').catch(none),
      resources: await list<OfferedResource>(resources, 'resources/list', 'resources').catch(none),
      templates: await list<OfferedTemplate>(
        resources,
        'resources/templates/list',
        'resourceTemplates',
      ).catch(none),
    };
  }

  async tools(): Promise<PeerTool[]> {
    return (await this.listed()).map(
      ({ name, description = '', inputSchema, outputSchema, annotations }) => ({
        name,
        description,
        inputSchema: { properties: {}, ...inputSchema } as PeerTool['inputSchema'],
        ...(outputSchema && { outputSchema }),
        ...(annotations && { annotations }),
      }),
    );
  }

  async call(name: string, args: Record<string, unknown>, call: PeerCall = {}): Promise<WireResult> {
    this.ask = call.ask;
    const { signal, progress, idempotencyKey } = call;
    const options: RequestOptions = {
      timeout: LONGEST_CALL,
      ...(signal && { signal }),
      ...(progress && { onprogress: (update) => progress(update as Parameters<typeof progress>[0]) }),
    };
    const meta = idempotencyKey !== undefined && { _meta: { [IDEMPOTENCY_KEY]: idempotencyKey } };
    const params = { name, arguments: args, ...meta };
    try {
      if (this.tasks.has(name)) return await runTask(this.client, params, options);
      return (await this.client.callTool(params, undefined, options)) as unknown as WireResult;
    } catch (error) {
      const text = signal?.aborted ? 'The call was cancelled' : peerError(error).message;
      return { content: [{ type: 'text', text }], isError: true };
    }
  }

  async prompts(): Promise<PeerPrompt[]> {
    if (!this.client.getServerCapabilities()?.prompts) return [];
    return every(async (page) => {
      const { prompts, nextCursor } = await this.client.listPrompts(page);
      return { entries: prompts as PeerPrompt[], nextCursor };
    }).catch(none);
  }

  async prompt(name: string, args: Record<string, string>): Promise<PeerMessage[]> {
    if (!this.client.getServerCapabilities()?.prompts) throw new PeerError('the server offers no prompts');
    const { messages } = await this.client.getPrompt({ name, arguments: args }).catch(refuse);
    return messages;
  }

  async resources(): Promise<PeerResource[]> {
    if (!this.client.getServerCapabilities()?.resources) return [];
    const fixed = await every(async (page) => {
      const { resources, nextCursor } = await this.client.listResources(page);
      return { entries: resources, nextCursor };
    }).catch(none);
    const templates = await every(async (page) => {
      const { resourceTemplates, nextCursor } = await this.client.listResourceTemplates(page);
      return { entries: resourceTemplates, nextCursor };
    }).catch(none);
    return [...fixed, ...templates.map(({ uriTemplate, ...rest }) => ({ ...rest, uri: uriTemplate }))];
  }

  async read(uri: string): Promise<PeerContents[]> {
    if (!this.client.getServerCapabilities()?.resources)
      throw new PeerError('the server offers no resources');
    return (await this.client.readResource({ uri }).catch(refuse)).contents;
  }

  close(): Promise<void> {
    return this.client.close();
  }

  // The SDK's own methods refuse a whole list for one wrong entry, and leave out what they don't know.
  private async rawPage<T>(
    method: string,
    key: string,
    params: { cursor?: string },
  ): Promise<{ entries: readonly T[]; nextCursor: string | undefined }> {
    const { ResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
    const answer: Record<string, unknown> = await this.client.request({ method, params }, ResultSchema);
    const { [key]: entries, nextCursor } = answer;
    if (!Array.isArray(entries)) throw new PeerError(`${method} was answered without ${key}`);
    return { entries: entries as T[], nextCursor: typeof nextCursor === 'string' ? nextCursor : undefined };
  }
}

// A person waits for the call and can end it; the SDK would give up after a minute.
const LONGEST_CALL = 24 * 60 * 60 * 1000;

// A server that repeats a cursor would be read for ever.
const MOST_PAGES = 10_000;

async function every<T>(
  list: (page: { cursor?: string }) => Promise<{ entries: readonly T[]; nextCursor: string | undefined }>,
): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { entries, nextCursor } = await list(cursor === undefined ? {} : { cursor }).catch(refuse);
    found.push(...entries);
    cursor = nextCursor;
    if (cursor === undefined) return found;
  }
  throw new PeerError(`a list of the server has more than ${MOST_PAGES} pages`);
}

// What a person reads of a log record is its message; the rest is for programs.
function textOf(data: unknown): string {
  if (typeof data === 'string') return data;
  if (isObject(data) && typeof data['message'] === 'string') return data['message'];
  return JSON.stringify(data);
}

// Servers often declare prompts or resources, and answer only a part of their methods.
function none(error: unknown): never[] {
  const problem = peerError(error);
  if (problem.code === METHOD_NOT_FOUND) return [];
  throw problem;
}

function refuse(error: unknown): never {
  throw peerError(error);
}

// The SDK puts the error's number before the server's own words, which say more.
function peerError(error: unknown): PeerError {
  const { code, message } = error as Error & { code?: unknown };
  if (code === NO_ANSWER.connectionClosed && message.endsWith('Connection closed'))
    return new PeerError('the server ended before it answered', code);
  return new PeerError(
    message.replace(/^MCP error -?\d+: /, ''),
    typeof code === 'number' ? code : undefined,
  );
}
