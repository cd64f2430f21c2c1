import type { Attributes } from '@opentelemetry/api';
import type { CallReport } from '../calls/call-report';
import { QuestionPendingError, toProtocolError } from '../errors';
import { Result } from '../result';

const METHODS = { tool: 'tools/call', prompt: 'prompts/get', resource: 'resources/read' } as const;
const LONGEST_NAME = 128;
const UNKNOWN = '_OTHER';
// What the conventions count as the client's mistake rather than an error of the server.
const MISTAKES: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602, -32002]);

/** Returns the name of a call's span: those of clients as the conventions for MCP have it, others as those for tools. */
export function spanName({ kind, door, name }: CallReport, known: boolean): string {
  const method = door === 'client' || kind !== 'tool' ? METHODS[kind] : 'execute_tool';
  return known && kind !== 'resource' ? `${method} ${clipped(name)}` : method;
}

/** Returns what is known of a call when it begins. */
export function attributesOf(report: CallReport): Attributes {
  const { kind, door, session } = report;
  const attributes = named(kind, clipped(report.name), door);
  if (!session) return attributes;
  attributes['mcp.session.id'] = session.id;
  if (session.principal !== undefined) attributes['enduser.id'] = session.principal;
  return attributes;
}

// A caller chooses the name, and with it how long it is.
function clipped(name: string): string {
  return name.length > LONGEST_NAME ? name.slice(0, LONGEST_NAME) : name;
}

// Each in one literal: attributes that are added one by one cost three times as much.
function named(kind: CallReport['kind'], name: string, door: string): Attributes {
  const method = METHODS[kind];
  switch (kind) {
    case 'tool':
      return {
        'mcp.method.name': method,
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': name,
        'toolwright.door': door,
      };
    case 'prompt':
      return { 'mcp.method.name': method, 'gen_ai.prompt.name': name, 'toolwright.door': door };
    case 'resource':
      return { 'mcp.method.name': method, 'mcp.resource.uri': name, 'toolwright.door': door };
  }
}

/** Returns what the duration of a call is measured by; only tools and prompts that there are have their names in it. */
export function measuredAttributes(report: CallReport, errorType: string | undefined): Attributes {
  const { kind, known, name, error } = report;
  return {
    'mcp.method.name': METHODS[kind],
    ...(kind === 'tool' && {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': known ? name : UNKNOWN,
    }),
    ...(kind === 'prompt' && { 'gen_ai.prompt.name': known ? name : UNKNOWN }),
    ...(error !== undefined && { 'rpc.response.status_code': statusCodeOf(error) }),
    ...(errorType !== undefined && { 'error.type': errorType }),
  };
}

/** Returns the code of an error of the protocol, as the conventions write it. */
export function statusCodeOf(error: unknown): string {
  return String(toProtocolError(error).code);
}

/** Returns whether a call failed; one that waits for the user's answer has not, because it is made again with it. */
export function hasFailed({ error, outcome }: CallReport): boolean {
  if (error !== undefined) return true;
  if (!outcome?.isError) return false;
  return !(outcome.result instanceof Result && outcome.result.exception instanceof QuestionPendingError);
}

/** Returns the kind of error that a call ended in, as the conventions name it; undefined if it is none of the server. */
export function errorTypeOf(report: CallReport): string | undefined {
  if (!hasFailed(report)) return undefined;
  if (report.error === undefined) return 'tool_error';
  const { code } = toProtocolError(report.error);
  return report.door === 'client' && MISTAKES.has(code) ? undefined : String(code);
}
