import { formatOrigin } from '../../config';
import type { ToolShape } from '../../tool/tool';
import { configInForce, type WrittenConfig } from './config-in-force';

/** Where it is written that nothing may be changed; undefined if things may be. */
export function readOnlyAt(setup: WrittenConfig): string | undefined {
  const { config, sources } = configInForce(setup);
  return config.readOnly ? formatOrigin(sources.where('read_only')) : undefined;
}

/**
 * Whether a call of a tool may be let in where nothing may be changed: it is built in or an author's and only reads, or what it does is judged in turn (the
 * line of `execute_command`, the calls of `run`), or it only concerns operations in the server's own memory.
 */
export function mayRunReadOnly(tool: ToolShape): boolean {
  // Even a program that only reports may keep caches and logs.
  if (tool.category === 'definition') return false;
  if (tool.pack === 'code' || tool.pack === 'operations') return true;
  const kinds = tool.accesses?.map(({ kind }) => kind) ?? [];
  if (tool.pack === 'system' && kinds.includes('command')) return true;
  return tool.describe().annotations?.readOnlyHint === true && !kinds.includes('write');
}
