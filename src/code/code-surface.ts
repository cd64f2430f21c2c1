import type { ToolShape } from '../tool/tool';

/** The functions that code can call, by namespace, and the tool behind each. */
export interface Surface {
  readonly namespaces: Record<string, string[]>;
  readonly targets: ReadonlyMap<string, string>;
}

const NAMESPACE = /^[a-z_][a-z0-9_]*$/;
const TAKEN = new Set(['tools', 'ot', 'console', 'eval', 'escape', 'unescape', 'undefined']);

/** Maps tools to `tools.name`, `pack.name` and, if the name starts with its pack, `pack.rest`. */
export function surfaceOf(tools: Iterable<ToolShape>): Surface {
  const namespaces: Record<string, string[]> = { tools: [] };
  const targets = new Map<string, string>();
  const add = (namespace: string, name: string, tool: string): void => {
    if (targets.has(`${namespace}.${name}`)) return;
    (namespaces[namespace] ??= []).push(name);
    targets.set(`${namespace}.${name}`, tool);
  };
  const short: [pack: string, name: string, tool: string][] = [];
  for (const { name, pack, category } of tools) {
    add('tools', name, name);
    const own = pack ?? category;
    if (own === undefined || !NAMESPACE.test(own) || TAKEN.has(own)) continue;
    add(own, name, name);
    if (name.startsWith(`${own}_`)) short.push([own, name.slice(own.length + 1), name]);
  }
  for (const [pack, name, tool] of short) add(pack, name, tool);
  return { namespaces, targets };
}
