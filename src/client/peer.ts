import type { ObjectSchema } from '../base/json-schema';
import type { ServerOffer } from '../base/offer';
import type { WireResult } from '../outcome';
import type { UserAnswer, Progress, Question } from '../tool-context';

/** A tool as a server lists it. */
export interface PeerTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: Record<string, unknown>;
  readonly annotations?: Record<string, unknown>;
  /** Listed by an app, but turned off. */
  readonly disabled?: boolean;
}

/** A prompt as a server lists it. */
export interface PeerPrompt {
  readonly name: string;
  readonly description?: string | undefined;
  readonly arguments?: readonly {
    name: string;
    description?: string | undefined;
    required?: boolean | undefined;
  }[];
}

/** A resource, or a template of resources, as a server lists it. */
export interface PeerResource {
  readonly uri: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** One message of a prompt. */
export interface PeerMessage {
  readonly role: string;
  readonly content: { readonly type: string; readonly text?: string };
}

/** One part of a resource: text, or bytes in base64. */
export interface PeerContents {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text?: string;
  readonly blob?: string;
}

/** What a caller wants to hear while a request runs, and how it is asked. */
export interface PeerCall {
  readonly signal?: AbortSignal;
  readonly progress?: (update: Progress) => void;
  readonly ask?: ((question: Question) => Promise<UserAnswer>) | undefined;
}

/** Whoever offers tools, prompts and resources to the command: an app opened in this process, or another server. */
export interface Peer {
  /** Instructions for clients, if there are any. */
  instructions(): string | undefined;
  /** Everything it lists, unchecked and as it is sent. */
  offer(): Promise<ServerOffer>;
  tools(): Promise<PeerTool[]>;
  call(name: string, args: Record<string, unknown>, call?: PeerCall): Promise<WireResult>;
  prompts(): Promise<PeerPrompt[]>;
  prompt(name: string, args: Record<string, string>): Promise<PeerMessage[]>;
  resources(): Promise<PeerResource[]>;
  read(uri: string): Promise<PeerContents[]>;
  close(): Promise<void>;
}

/** A server that could not be reached, or answered a request with an error. */
export class PeerError extends Error {
  override readonly name = 'PeerError';
}
