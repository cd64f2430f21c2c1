import type { Pack } from '../pack';
import { version } from '../package-version';
import { ENTRY_TOOLS } from '../wiring/name-entry-tools';

/** `run`, `find_tools`, `call_tool` and the resources that describe tools. */
export const codePack: Pack = {
  name: 'code',
  tools: {
    run: () => import('../../tools/run.js').then((module) => module.Run),
    find_tools: () => import('../../tools/find-tools.js').then((module) => module.FindTools),
    call_tool: () => import('../../tools/call-tool.js').then((module) => module.CallTool),
  },
  resources: {
    tools: () => import('../../resources/onetool-tools.js').then((module) => module.OnetoolTools),
    tool: () => import('../../resources/onetool-tool.js').then((module) => module.OnetoolTool),
    description: () =>
      import('../../resources/onetool-description.js').then((module) => module.OnetoolDescription),
  },
  async bind(container, { config, registry, exposure, promptsConfig, onClose }) {
    const [{ CodeRunner }, { Exposure }, { PromptsConfig }, { ToolRegistry }] = await Promise.all([
      import('../../code/code-runner.js'),
      import('../../registries/tool-exposure.js'),
      import('../../prompts-config/prompts-config.js'),
      import('../../registries/tool-registry.js'),
    ]);
    const { timeout, memory, aliases, snippets, sanitize } = config.code;
    container.set({ id: ToolRegistry, value: registry });
    container.set({ id: Exposure, value: exposure });
    container.set({ id: PromptsConfig, value: promptsConfig ?? new PromptsConfig() });
    container.set({
      id: CodeRunner,
      factory: () => {
        const runner = new CodeRunner(registry, {
          limits: { timeoutMs: timeout * 1000, memoryBytes: memory * 1024 * 1024 },
          aliases,
          snippets,
          sanitize,
          reader: ENTRY_TOOLS.reader,
          version: version(),
        });
        onClose(() => runner.close());
        return runner;
      },
    });
  },
};
