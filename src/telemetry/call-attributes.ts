import type { Attributes } from '@opentelemetry/api';
import type { CallReport } from '../calls/call-report';
import { QuestionPendingError, toProtocolError } from '../errors';
import { Result } from '../result';

const METHODS = { tool: 'tools/call', prompt: 'prompts/get', resource: 'resources/read' } as const;
const LONGEST_NAME = 128;

/** Returns the protocol's method of a call. */
export function methodOf({ kind }: CallReport): string {
  return METHODS[kind];
}

/** Returns the name of a call's span: those of clients as the conventions for MCP have it, others as those for tools. */
export function spanName(report: CallReport, known: boolean): string {
  const method = report.door === 'client' || report.kind !== 'tool' ? methodOf(report) : 'execute_tool';
  return known && report.kind !== 'resource' ? `${method} ${report.name}` : method;
}

/** Returns what is known of a call when it begins. */
export function attributesOf(report: CallReport): Attributes {
  const { kind, door, session } = report;
  const name = report.name.slice(0, LONGEST_NAME);
  const attributes: Attributes = { 'mcp.method.name': methodOf(report), 'toolwright.door': door };
  if (kind === 'tool') {
    attributes['gen_ai.operation.name'] = 'execute_tool';
    attributes['gen_ai.tool.name'] = name;
  } else if (kind === 'prompt') attributes['gen_ai.prompt.name'] = name;
  else attributes['mcp.resource.uri'] = name;
  if (session) attributes['mcp.session.id'] = session.id;
  if (session?.principal !== undefined) attributes['enduser.id'] = session.principal;
  return attributes;
}

/** Returns the kind of error that a call ended in, as the conventions name it; undefined if it did not fail. */
export function errorTypeOf({ error, outcome }: CallReport): string | undefined {
  if (error !== undefined) return String(toProtocolError(error).code);
  if (!outcome?.isError) return undefined;
  // It is made again with the user's answer.
  if (outcome.result instanceof Result && outcome.result.exception instanceof QuestionPendingError)
    return undefined;
  return 'tool_error';
}
