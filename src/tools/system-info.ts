// How to write a tool: src/tools/README.md
import { SystemInfoArgs } from '../args/system-info';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { SystemFacts } from '../process/system-facts';
import { ToolResult } from '../tool-result';

/** Describes the machine the server runs on. */
@Tool({
  args: SystemInfoArgs,
  returns: RETURNED.systemInfo,
  description: 'Get system information.',
  usage:
    'Call it before choosing commands or paths that depend on the operating system. All values are strings.',
  examples: [
    {
      args: {},
      explains: 'Returns platform, system, release, version, machine, processor, node_version, cwd and user.',
    },
  ],
  category: 'system',
  tags: ['system', 'info'],
  annotations: {
    title: 'System information',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class SystemInfo {
  constructor(private readonly facts: SystemFacts) {}

  run(_args: SystemInfoArgs): ToolResult {
    return ToolResult.json(this.facts.read());
  }
}
