import { isObject } from '../../base/json-value';
import type { Logger } from '../../logger';
import type { HttpExchange } from './http-exchange';

/** What the access log says about one request; never tokens, arguments, session ids or queries. */
export interface AccessNotes {
  principal?: string;
  peer?: string;
  /** The JSON-RPC method. */
  rpc?: string;
  /** The tool or prompt that it names. */
  name?: string;
}

// What clients send could pretend to be another line or record.
const PLAIN = /^[\w./:-]{1,100}$/;

/** Writes one record when a request is answered. */
export function logAccess(exchange: HttpExchange, log: Logger, notes: AccessNotes): void {
  const began = performance.now();
  const { method, path } = exchange;
  exchange.onEnd(() => {
    const ms = Math.round(performance.now() - began);
    const shown = PLAIN.test(path) ? path : '(path)';
    const status = exchange.status ?? 0;
    log.info(`${PLAIN.test(method) ? method : '(method)'} ${shown} ${status} ${ms} ms`, { ...notes });
  });
}

/** Notes what a message is. */
export function noteMessage(notes: AccessNotes, { method, params }: Record<string, unknown>): void {
  if (typeof method === 'string' && PLAIN.test(method)) notes.rpc = method;
  const name = isObject(params) ? params['name'] : undefined;
  if (typeof name === 'string' && PLAIN.test(name)) notes.name = name;
}
