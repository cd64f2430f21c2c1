import { OnceValues } from '../calls/once-values';
import type { CallOptions } from '../calls/call-context';
import type { Awaitable } from '../base/awaitable';
import type { Logger } from '../logger';
import type { Session } from '../tool-context';

/** The parameters of a request; each method checks them itself. */
export type Params = Record<string, unknown>;

/** What a method gets besides its parameters: who asks, and the ways back to the caller while it works. */
export interface MethodRequest extends CallOptions {
  readonly session: Session;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Answers one protocol method with a result that both eras can send; throws what is wrong with the parameters. */
export type Method = (params: Params, request: MethodRequest) => Awaitable<object>;

/** Returns the part of a request that prompts and resources take. */
export function contextOf(request: MethodRequest): Omit<CallOptions, 'door'> {
  request.once ??= new OnceValues();
  const { session, log, signal, once, trace } = request;
  return { session, log, signal, once, ...(trace && { trace }) };
}

/** Marks the reply to a request, after which nothing that belongs to it is sent; with its code if it is an error. */
export interface Last {
  readonly code?: number;
  /** Whether the request itself was malformed, so that HTTP answers 400. */
  readonly malformed?: boolean;
}

/** Sends one message to the client, as JSON text. */
export type Send = (json: string, last?: Last) => void;
