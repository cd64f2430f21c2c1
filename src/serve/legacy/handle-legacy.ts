import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Result, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { lazyRequire } from '../../base/lazy-require';
import { toProtocolError, ToolError } from '../../errors';
import type { Awaitable } from '../../base/awaitable';
import type { Params } from '../method';
import { invalidParams, WireError } from '../wire-error';

/** What the SDK passes along with a request's parameters. */
export type RequestExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/**
 * Registers a method. The SDK's own schemas report a malformed request as an internal error, and its server answers a
 * malformed `tools/call` with a dump of its schema, so requests bypass both, and each handler checks its parameters
 * itself and reports what is wrong with them as -32602.
 */
export function handle(
  server: Server,
  method: string,
  handler: (params: Params, extra: RequestExtra) => Awaitable<object>,
): void {
  const { z } = lazyRequire('zod') as typeof import('zod');
  const anyRequest = z.looseObject({ method: z.literal(method), params: z.unknown().optional() });
  const { Protocol } =
    require('@modelcontextprotocol/sdk/shared/protocol.js') as typeof import('@modelcontextprotocol/sdk/shared/protocol.js');
  const answer = async (request: { params?: unknown }, extra: RequestExtra): Promise<Result> => {
    if (!server.getClientVersion()) throw invalidParams(`${method} came before initialize`);
    try {
      return (await handler(paramsOf(method, request.params), extra)) as Result;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const { code, message, data } = toProtocolError(error);
      throw new WireError(code, message, data);
    }
  };
  Protocol.prototype.setRequestHandler.call(server, anyRequest, answer as never);
}

function paramsOf(method: string, params: unknown): Params {
  if (params === undefined) return {};
  if (typeof params === 'object' && params !== null && !Array.isArray(params)) return params as Params;
  throw invalidParams(`${method}: params must be an object`);
}
