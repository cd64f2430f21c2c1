import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Result, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { ErrorCode, toProtocolError, ToolError } from '../errors';
import { lazyRequire } from '../base/lazy-require';

/** What the SDK passes along with a request's parameters. */
export type RequestExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** An error that the SDK sends with exactly this code, message and data. */
export class WireError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
    this.name = 'WireError';
  }
}

/** Rejects parameters that do not match the protocol. */
export function invalidParams(message: string): WireError {
  return new WireError(ErrorCode.Validation, message);
}

/**
 * Registers a method. The SDK's own schemas report a malformed request as an internal error, and its server answers a
 * malformed `tools/call` with a dump of its schema, so requests bypass both, and each handler checks its parameters
 * itself and reports what is wrong with them as -32602.
 */
export function handle(
  server: Server,
  method: string,
  handler: (params: Record<string, unknown>, extra: RequestExtra) => Promise<Result> | Result,
): void {
  const { z } = lazyRequire('zod') as typeof import('zod');
  const anyRequest = z.looseObject({ method: z.literal(method), params: z.unknown().optional() });
  const { Protocol } =
    require('@modelcontextprotocol/sdk/shared/protocol.js') as typeof import('@modelcontextprotocol/sdk/shared/protocol.js');
  const answer = async (request: { params?: unknown }, extra: RequestExtra): Promise<Result> => {
    if (!server.getClientVersion()) throw invalidParams(`${method} came before initialize`);
    try {
      return await handler(paramsOf(method, request.params), extra);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const { code, message, data } = toProtocolError(error);
      throw new WireError(code, message, data);
    }
  };
  Protocol.prototype.setRequestHandler.call(server, anyRequest, answer as never);
}

function paramsOf(method: string, params: unknown): Record<string, unknown> {
  if (params === undefined) return {};
  if (typeof params === 'object' && params !== null && !Array.isArray(params))
    return params as Record<string, unknown>;
  throw invalidParams(`${method}: params must be an object`);
}
