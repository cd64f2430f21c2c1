import { errorReply } from '../legacy/legacy-replies';
import type { AnswerHeaders, HttpExchange } from './http-exchange';

const REFUSED = -32000;
const JSON_BODY = { 'content-type': 'application/json' };

/** Refuses a request with a status and a reason, which is also worded as a JSON-RPC error. */
export function refuse(
  exchange: HttpExchange,
  status: number,
  reason: string,
  { headers = {}, code = REFUSED, id }: { headers?: AnswerHeaders; code?: number; id?: unknown } = {},
): void {
  const body = errorReply((id ?? null) as never, code, reason);
  exchange.send(status, { ...JSON_BODY, ...headers }, body);
}

/** Answers with a JSON text. */
export function answerJson(
  exchange: HttpExchange,
  status: number,
  body: string,
  headers?: AnswerHeaders,
): void {
  exchange.send(status, { ...JSON_BODY, ...headers }, body);
}
