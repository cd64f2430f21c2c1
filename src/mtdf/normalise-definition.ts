import { FORMAT, type FieldSpec, type RecordName } from './definition-fields';
import type { Definition } from './definition';
import { nodeValue, type JsonNode } from './definition-tree';

/**
 * Makes a definition from its JSON: resolves aliases, nulls and defaults. Invalid fields are skipped (the shape check
 * has reported them), so that later checks can still cover the rest.
 */
export function normaliseDefinition(root: JsonNode): Definition {
  const tool = record(root, 'tool');
  tool['hints'] = flatHints(tool['hints']);
  return tool as unknown as Definition;
}

function record(node: JsonNode, name: RecordName): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const fields = FORMAT[name];
  for (const [key, spec] of Object.entries(fields)) {
    if (key === 'enabled' && spec.default !== undefined) result[key] = spec.default;
  }
  if (name === 'step') result['args'] = {};
  if (node.kind !== 'object') return result;
  for (const { key, node: child } of node.entries) {
    const spec = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const value = spec && fieldValue(child, spec);
    if (!spec || value === undefined) continue;
    if (key === 'asynchronous') result['synchronous'] ??= !value;
    else if (spec.aliasOf) result[spec.aliasOf] ??= value;
    else result[key] = value;
  }
  return result;
}

function fieldValue(node: JsonNode, spec: FieldSpec): unknown {
  if (spec.type === 'any') return undefined;
  if (spec.type === 'record') return node.kind === 'object' ? record(node, spec.of as RecordName) : undefined;
  if (spec.type === 'list') return node.kind === 'array' ? listValue(node.items, spec) : undefined;
  const kind = spec.type === 'integer' ? 'number' : spec.type;
  return node.kind === kind ? nodeValue(node) : undefined;
}

function listValue(items: readonly JsonNode[], spec: FieldSpec): unknown[] {
  const plain = spec.of === 'string' || spec.of === 'integer';
  return items.map((item) => (plain ? nodeValue(item) : record(item, spec.of as RecordName)));
}

// The current generation nests free hints under `custom`; both become one map.
function flatHints(hints: unknown): Record<string, string> {
  const flat: Record<string, string> = {};
  if (typeof hints !== 'object' || hints === null) return flat;
  for (const [key, value] of Object.entries(hints)) {
    if (typeof value === 'string') flat[key] = value;
    else if (key === 'custom') Object.assign(flat, flatHints(value));
  }
  return flat;
}
