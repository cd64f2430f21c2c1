import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';

/** The built command. */
export const COMMAND = join(__dirname, '..', '..', 'dist', 'bin', 'toolwright.js');

const AUTHORS_APP = join(__dirname, '..', 'fixtures', 'app', 'everything.cjs');

/** Whether the suites run against an author's app with everything on instead of the shipped server. */
export const ofAuthor = (globalThis as { TOOLWRIGHT_SERVER?: string }).TOOLWRIGHT_SERVER === 'author';
if (ofAuthor) process.env['TOOLWRIGHT_APP'] = AUTHORS_APP;

/** The arguments that Node starts the server with. */
export const SERVE: readonly string[] = ofAuthor ? [AUTHORS_APP] : [COMMAND, 'serve'];

/** One JSON-RPC message. */
export type Message = Record<string, unknown> & {
  id?: unknown;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
};

/** The built server as a child process, with one message per line. */
export class ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly messages: Message[] = [];
  stderr = '';
  stdout = '';
  private waiting: { matches: (message: Message) => boolean; resolve: (message: Message) => void }[] = [];
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  private ids = 0;

  constructor(
    args: string[] = [],
    options: {
      env?: Record<string, string>;
      cwd?: string;
      /** A program and its words that start the server, such as `setpriv`. */
      through?: readonly string[];
      /** What Node runs instead of the server. */
      run?: readonly string[];
    } = {},
  ) {
    const env: NodeJS.ProcessEnv = { ...process.env, ...options.env };
    for (const name of [
      'MCP_TOOL_PREFIX',
      'MCP_INCLUDE_EXAMPLE_TOOLS',
      'ANTHROPIC_API_KEY',
      'BRAVE_API_KEY',
      // How this run of the tests was started is no business of a server's.
      'TOOLWRIGHT_NO_SKIPS',
      'TOOLWRIGHT_SKIP_BUILD',
      'TOOLWRIGHT_DEEP',
    ]) {
      if (!(name in (options.env ?? {}))) delete env[name];
    }
    const [program = '', ...words] = [
      ...(options.through ?? []),
      process.execPath,
      ...(options.run ?? SERVE),
      ...args,
    ];
    this.child = spawn(program, words, {
      env,
      ...(options.cwd && { cwd: options.cwd }),
    });
    this.exited = new Promise((resolve) =>
      this.child.on('close', (code, signal) => resolve({ code, signal })),
    );
    this.child.stdin.on('error', () => undefined);
    this.child.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    let rest = '';
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.stdout += chunk.toString();
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop()!;
      for (const line of lines) this.take(JSON.parse(line) as Message);
    });
  }

  /** Writes bytes unchanged. */
  raw(text: string): void {
    this.child.stdin.write(text);
  }

  /** Sends a request and waits for its reply. */
  request(method: string, params?: unknown): Promise<Message> {
    const id = ++this.ids;
    const answer = this.next((message) => message.id === id && message['method'] === undefined);
    this.raw(`${JSON.stringify({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) })}\n`);
    return answer;
  }

  notify(method: string, params?: unknown): void {
    this.raw(`${JSON.stringify({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) })}\n`);
  }

  /** Returns the next matching message, or one that has already arrived. */
  next(matches: (message: Message) => boolean): Promise<Message> {
    const there = this.messages.find(matches);
    if (there) return Promise.resolve(there);
    return new Promise((resolve, reject) => {
      this.waiting.push({ matches, resolve });
      void this.exited.then(() => reject(new Error(`the server ended; stderr: ${this.stderr}`)));
    });
  }

  /** Returns the address of a server that was started with `--http`, once it listens. */
  listening(): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const url = /MCP server on (https?:\S+)/.exec(this.stderr)?.[1];
        if (url !== undefined) resolve(url);
      };
      this.child.stderr.on('data', look);
      look();
      void this.exited.then(() => reject(new Error(`the server ended; stderr: ${this.stderr}`)));
    });
  }

  async initialize(capabilities: Record<string, unknown> = {}): Promise<Message> {
    const answer = await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities,
      clientInfo: { name: 'test', version: '1.0.0' },
    });
    this.notify('notifications/initialized');
    return answer;
  }

  call(name: string, args: Record<string, unknown> = {}): Promise<Message> {
    return this.request('tools/call', { name, arguments: args });
  }

  async toolNames(): Promise<string[]> {
    const { result } = await this.request('tools/list');
    return (result!['tools'] as { name: string }[]).map((tool) => tool.name);
  }

  /** Stops the server as most clients do, by closing its stdin. */
  async end(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    this.child.stdin.end();
    return this.exited;
  }

  private take(message: Message): void {
    this.messages.push(message);
    const index = this.waiting.findIndex((waiter) => waiter.matches(message));
    if (index >= 0) this.waiting.splice(index, 1)[0]!.resolve(message);
  }
}
