import type { EntryTools } from '../../registries/tool-exposure';

/** The built-in tools that lead to the others where few are listed. */
export const ENTRY_TOOLS: EntryTools = {
  finder: 'find_tools',
  caller: 'call_tool',
  runner: 'run',
  reader: 'read_result',
};
