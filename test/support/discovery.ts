import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { addCodeMode } from '../../src/app/code-mode';
import type { CodeRunnerOptions } from '../../src/code/code-runner';
import type { ExposureMode } from '../../src/registries/exposure';
import { PromptRegistry } from '../../src/registries/prompt-registry';
import { BatchSearch } from '../../src/prompts/batch-search';
import { TransformData } from '../../src/prompts/transform-data';
import type { PromptsConfig } from '../../src/prompts-config/prompts-config';
import { ToolRegistry, type RegistryOptions, type ToolSource } from '../../src/registries/tool-registry';
import { ResourceRegistry } from '../../src/registries/resource-registry';
import { completionsPart } from '../../src/serve/completions';
import { promptsPart } from '../../src/serve/prompts';
import { resourcesPart } from '../../src/serve/resources';
import { connect, textOf, type ConnectOptions } from './connect';

/** What a test of discovery and code mode may choose. */
export interface DiscoverySetup {
  code?: CodeRunnerOptions;
  mode?: ExposureMode;
  promptsConfig?: PromptsConfig;
  registry?: RegistryOptions;
  connect?: ConnectOptions;
}

/** A client of a server with `run`, `find_tools`, the resources and the prompts, over the tools a test gives. */
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
  const mode = addCodeMode(registry, {
    version: '1.2.3',
    expose: setup.mode ?? 'all',
    ...setup.code,
    ...(setup.promptsConfig && { promptsConfig: setup.promptsConfig }),
  });
  const prompts = new PromptRegistry([BatchSearch, TransformData], registry);
  const resources = new ResourceRegistry(mode.resources, registry);
  const { client, close } = await connect(registry, {
    visible: mode.exposure.visible,
    parts: [promptsPart(prompts), resourcesPart(resources), completionsPart(prompts, resources)],
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
      mode.close();
      await close();
    },
  };
}
