import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CodeRunner, type CodeRunnerOptions } from '../../src/code/code-runner';
import { Exposure, type ExposureMode } from '../../src/registries/tool-exposure';
import { ENTRY_TOOLS } from '../../src/app/wiring/name-entry-tools';
import { PromptRegistry } from '../../src/registries/prompt-registry';
import { BatchSearch } from '../../src/prompts/batch-search';
import { TransformData } from '../../src/prompts/transform-data';
import { PromptsConfig } from '../../src/prompts-config/prompts-config';
import type { RegistryOptions } from '../../src/registries/registry-options';
import { ToolRegistry } from '../../src/registries/tool-registry';
import type { ToolSource } from '../../src/registries/tool-source';
import { ResourceRegistry } from '../../src/registries/resource-registry';
import { OnetoolDescription } from '../../src/resources/onetool-description';
import { OnetoolTool } from '../../src/resources/onetool-tool';
import { OnetoolTools } from '../../src/resources/onetool-tools';
import { promptsPart } from '../../src/serve/parts/prompts';
import { resourcesPart } from '../../src/serve/parts/resources';
import { CallTool } from '../../src/tools/call-tool';
import { FindTools } from '../../src/tools/find-tools';
import { Run } from '../../src/tools/run';
import { connect, textOf, type ConnectOptions } from './connect';

/** Options of a test of discovery and code mode. */
export interface DiscoverySetup {
  code?: CodeRunnerOptions;
  mode?: ExposureMode;
  promptsConfig?: PromptsConfig;
  registry?: RegistryOptions;
  connect?: ConnectOptions;
}

/** Connects a client to a server with `run`, `find_tools`, the resources, the prompts and a test's own tools. */
export async function discover(
  tools: ToolSource,
  setup: DiscoverySetup = {},
): Promise<{
  client: Client;
  registry: ToolRegistry;
  prompts: PromptRegistry;
  run: (command: string) => Promise<{ text: string; isError: boolean }>;
  close: () => Promise<void>;
}> {
  const registry = new ToolRegistry([tools], { prefix: '', ...setup.registry });
  const exposure = new Exposure(registry, setup.mode ?? 'all', ENTRY_TOOLS);
  const runner = new CodeRunner(registry, { version: '1.2.3', ...setup.code });
  const { container } = registry.instances;
  container.set({ id: ToolRegistry, value: registry });
  container.set({ id: Exposure, value: exposure });
  container.set({ id: PromptsConfig, value: setup.promptsConfig ?? new PromptsConfig() });
  container.set({ id: CodeRunner, value: runner });
  registry.register([Run, FindTools, CallTool]);
  const prompts = new PromptRegistry([BatchSearch, TransformData], registry);
  const resources = new ResourceRegistry([OnetoolTools, OnetoolTool, OnetoolDescription], registry);
  const { client, close } = await connect(registry, {
    visible: exposure.visible,
    parts: [promptsPart(prompts), resourcesPart(resources)],
    ...setup.connect,
  });
  return {
    client,
    registry,
    prompts,
    run: async (command) => {
      const result = await client.callTool({ name: 'run', arguments: { command } });
      return { text: textOf(result), isError: result.isError === true };
    },
    close: async () => {
      runner.close();
      await close();
    },
  };
}
