import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInApp } from '../../src/app/built-in-app';
import { openLoaded, type OpenApp } from '../../src/app/open-loaded-app';
import { isObject, parsedJson } from '../../src/base/json-value';
import { loadConfig } from '../../src/config';
import { Logger, type LogRecord } from '../../src/logger';
import { connect, type ConnectOptions } from './connect';
import { temporaryDirectory } from './temporary-directory';

/** The shipped server in a directory of its own, with a real client. */
export class BuiltinServer {
  private constructor(
    readonly directory: string,
    readonly records: readonly LogRecord[],
    readonly open: OpenApp,
    readonly client: Client,
    private readonly ends: (() => Promise<void>)[],
  ) {}

  static async start(
    options: {
      config?: string;
      env?: Record<string, string>;
      directory?: string;
      packs?: string[];
      connect?: ConnectOptions;
    } = {},
  ): Promise<BuiltinServer> {
    const directory = options.directory ?? temporaryDirectory('tw-server');
    if (options.config !== undefined) writeFileSync(join(directory, 'toolwright.yaml'), options.config);
    const env = { HOME: join(directory, 'home'), ...options.env };
    const packs = options.packs ?? ['utility', 'files', 'system', 'ai'];
    const loaded = await loadConfig({
      cwd: directory,
      env,
      options: {
        prefix: '',
        pack: packs,
        ...(options.config !== undefined && { config: 'toolwright.yaml' }),
        ...(!options.config?.includes('dirs:') && { 'tools-dir': ['.toolwright/tools'] }),
      },
    });
    const records: LogRecord[] = [];
    const log = new Logger('test', [{ wants: () => true, write: (record) => void records.push(record) }]);
    const open = await openLoaded(builtInApp, { loaded, cwd: directory, env, log });
    const { client, close } = await connect(open.registry, options.connect ?? {});
    return new BuiltinServer(directory, records, open, client, [close, () => open.close()]);
  }

  /** Calls a tool; returns its text blocks, whether and how it failed, and the reply itself. `text` is the error, if any. */
  async call(name: string, args: Record<string, unknown> = {}) {
    const reply = await this.client.callTool({ name, arguments: args });
    const content = reply.content as { type: string; text?: string }[];
    const texts = content.map((block) => block.text ?? '');
    const isError = reply.isError === true;
    const failure = isError ? failureIn(texts[0]) : undefined;
    return { text: failure?.error ?? texts[0] ?? '', texts, isError, failure, reply };
  }

  /** The same for a tool that returns JSON. */
  async json<T>(name: string, args: Record<string, unknown> = {}): Promise<T> {
    const { text, isError } = await this.call(name, args);
    if (isError) throw new Error(text);
    return JSON.parse(text) as T;
  }

  path(...names: string[]): string {
    return join(this.directory, ...names);
  }

  async close(): Promise<void> {
    for (const end of this.ends) await end();
  }
}

/** A failure as clients get it. */
interface FailureJson {
  error: string;
  error_type: string;
  error_data?: Record<string, unknown>;
}

function failureIn(text: string | undefined): FailureJson | undefined {
  const json = parsedJson(text ?? '');
  return isObject(json) && typeof json['error'] === 'string' ? (json as unknown as FailureJson) : undefined;
}
