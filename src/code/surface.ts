import type { Tool } from '../tool/tool';

/** The functions code can call: by namespace for the sandbox, and to which tool each of them leads. */
export interface Surface {
  readonly namespaces: Record<string, string[]>;
  readonly targets: ReadonlyMap<string, string>;
}

const NAMESPACE = /^[a-z_][a-z0-9_]*$/;
const TAKEN = new Set(['tools', 'ot', 'console', 'eval', 'escape', 'unescape', 'undefined']);

/** Lays tools out as `tools.name`, `pack.name` and, where the name begins with its pack, `pack.rest`. */
export function surfaceOf(tools: Iterable<Tool>): Surface {
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
