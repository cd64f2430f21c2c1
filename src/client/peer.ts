import type { ServerOffer } from '../base/offer';
import type { WireResult } from '../outcome';
import type { UserAnswer, Progress, Question } from '../tool-context';
import type { PeerContents, PeerMessage, PeerPrompt, PeerResource, PeerTool } from './peer-lists';

/** What a caller wants to hear while a request runs, and how it is asked. */
export interface PeerCall {
  readonly signal?: AbortSignal;
  readonly progress?: (update: Progress) => void;
  readonly ask?: ((question: Question) => Promise<UserAnswer>) | undefined;
  /** The same for each retry of one call, which servers that know it carry out once. */
  readonly idempotencyKey?: string | undefined;
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

  constructor(
    message: string,
    /** The status of HTTP, or the code of a JSON-RPC error, if there was one. */
    readonly code?: number,
  ) {
    super(message);
  }
}
