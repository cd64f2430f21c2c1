import { isObject } from '../../base/json-value';
import { headerMismatch, paramHeadersOf, type ParamHeaders } from '../modern/modern-headers';
import type { ToolRegistry } from '../../registries/tool-registry';
import type { Grant } from '../../tool-context';
import type { ToolShape } from '../../tool/tool';
import type { WireError } from '../wire-error';

const known = new WeakMap<ToolShape, ParamHeaders>();

/** Returns a header of a request by its lower-case name. */
export type HeaderOf = (name: string) => string | undefined;

/** Compares the headers of a modern request with its body; returns the error that refuses it if they differ. */
export function mismatchIn(
  header: HeaderOf,
  message: Record<string, unknown>,
  registry: ToolRegistry,
  grant: Grant,
): WireError | undefined {
  const { method, params } = message;
  const called =
    method === 'tools/call' && isObject(params) ? toolOf(registry, params['name'], grant) : undefined;
  return headerMismatch(message, header, called && headersOf(called));
}

function toolOf(registry: ToolRegistry, name: unknown, grant: Grant): ToolShape | undefined {
  if (typeof name !== 'string') return undefined;
  try {
    return registry.get(registry.bareName(name, grant));
  } catch {
    // The lane says that there is no such tool.
    return undefined;
  }
}

function headersOf(tool: ToolShape): ParamHeaders {
  let headers = known.get(tool);
  if (!headers) known.set(tool, (headers = paramHeadersOf({ ...tool.describe().inputSchema })));
  return headers;
}
