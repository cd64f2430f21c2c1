import type { Config } from '../../config';
import { SAMPLE_COMMANDS } from '../../policy/default-commands';
import { withSummary } from '../../registries/redescribe-tool';
import type { ToolRegistry } from '../../registries/tool-registry';
import type { ToolShape } from '../../tool/tool';

const NAME = 'execute_command';

/** The tool as it is without the operator's rules, and as it was last described. */
const described = new WeakMap<ToolRegistry, { readonly plain: ToolShape; readonly shown: ToolShape }>();

/** Says in the description of `execute_command` which commands this server allows, and what to write instead of `cd`. */
export function describeCommands(config: Config, registry: ToolRegistry): void {
  const tool = registry.get(NAME);
  if (!tool) return;
  const known = described.get(registry);
  const plain = known?.shown === tool ? known.plain : tool;
  const shown = withSummary(plain, `${plain.describe().summary}\n\n${allowedText(config)}`);
  described.set(registry, { plain, shown });
  registry.redescribe(shown);
}

function allowedText({ tools }: Config): string {
  const { allowedCommands, deniedCommands, shell } = tools[NAME] ?? {};
  const directory = 'Set working_dir instead of writing cd.';
  if (shell) return `This server passes the line to a shell. ${directory}`;
  const allowed = allowedCommands ?? SAMPLE_COMMANDS.allowed;
  if (allowed.length) return `This server allows only: ${allowed.join(', ')}. ${directory}`;
  const except = deniedCommands?.length ? ` except ${deniedCommands.join(', ')}` : '';
  return `This server allows every command${except}. ${directory}`;
}
