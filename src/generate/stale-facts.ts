import { sameJson } from '../json/same-json';
import type { Manifest, ManifestTool, WrittenManifest, WrittenTool } from '../tool/manifest';

/**
 * Returns where a manifest says otherwise than what would be generated now: fields by class where types changed, else arguments by tool class,
 * else the tool class.
 */
export function staleFacts(before: WrittenManifest, now: Manifest): string[] {
  const fields = changedKeys(before.types, now.types).flatMap((cls) =>
    changedKeys(before.types[cls] ?? {}, now.types[cls] ?? {}).map((field) => `${cls}.${field}`),
  );
  if (fields.length) return fields;
  const known = new Map(before.tools.map((tool) => [tool.name, parsed(tool)]));
  return now.tools.flatMap((tool) => {
    const old = known.get(tool.name);
    // Tools that come and go are told by their names.
    if (!old || sameJson(old, plain(tool))) return [];
    const changed = changedKeys(old.inputSchema.properties, tool.inputSchema.properties);
    return changed.length ? changed.map((name) => `${tool.className}.${name}`) : [tool.className];
  });
}

function changedKeys(before: object, now: object): string[] {
  const [old, young] = [before, now] as Record<string, unknown>[];
  return [...new Set([...Object.keys(old!), ...Object.keys(young!)])].filter(
    (key) => !sameJson(plain(old![key] ?? null), plain(young![key] ?? null)),
  );
}

function parsed(tool: WrittenTool): ManifestTool {
  const { inputSchema } = tool;
  return {
    ...tool,
    inputSchema:
      typeof inputSchema === 'string'
        ? (JSON.parse(inputSchema) as ManifestTool['inputSchema'])
        : inputSchema,
  };
}

// As it is read from a file.
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
