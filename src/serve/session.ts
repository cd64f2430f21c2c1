import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Answer, Question, Session } from '../tool-context';

let count = 0;

/** One client's connection, as tools may know it; what the client can't do is absent. */
export class ServerSession implements Session {
  readonly id: string;
  private knownRoots: Promise<readonly string[]> | undefined;

  constructor(
    private readonly server: Server,
    id?: string,
  ) {
    this.id = id ?? `session-${++count}`;
  }

  get client(): { name: string; version: string } | undefined {
    const version = this.server.getClientVersion();
    return version && { name: version.name, version: version.version };
  }

  get ask(): ((question: Question, signal?: AbortSignal) => Promise<Answer>) | undefined {
    if (!this.server.getClientCapabilities()?.elicitation) return undefined;
    return async (question, signal) => {
      const requestedSchema = (question.schema ?? { type: 'object', properties: {} }) as never;
      const answer = await this.server.elicitInput(
        { message: question.message, requestedSchema },
        { timeout: ANSWER_TIME, ...(signal && { signal }) },
      );
      return { action: answer.action, ...(answer.content && { content: answer.content as Record<string, unknown> }) };
    };
  }

  get roots(): (() => Promise<readonly string[]>) | undefined {
    if (!this.server.getClientCapabilities()?.roots) return undefined;
    return () => (this.knownRoots ??= this.readRoots());
  }

  readonly notify = (method: string, params: Record<string, unknown>): void => {
    this.server.notification({ method, params }).catch(() => undefined);
  };

  /** Forgets the client's roots, because it said that they changed. */
  forgetRoots(): void {
    this.knownRoots = undefined;
  }

  private async readRoots(): Promise<readonly string[]> {
    try {
      const { roots } = await this.server.listRoots();
      return roots.filter((root) => root.uri.startsWith('file://')).map((root) => fileURLToPath(root.uri));
    } catch (error) {
      this.knownRoots = undefined;
      throw error;
    }
  }
}

// A person answers; they may be away for a while.
const ANSWER_TIME = 10 * 60 * 1000;
