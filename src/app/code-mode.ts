import type { ResourceClass } from '../decorators';
import { Exposure, type ExposureMode } from '../registries/exposure';
import { PromptsConfig } from '../prompts-config/prompts-config';
import { ToolRegistry } from '../registries/tool-registry';
import { OnetoolDescription } from '../resources/onetool-description';
import { OnetoolTool } from '../resources/onetool-tool';
import { OnetoolTools } from '../resources/onetool-tools';
import { FindTools } from '../tools/find-tools';
import { Run } from '../tools/run';
import { CodeRunner, type CodeRunnerOptions } from '../code/code-runner';

/** What code mode may be told; everything has a default. */
export interface CodeModeOptions extends CodeRunnerOptions {
  /** Which tools are listed. */
  readonly expose?: ExposureMode;
  /** Words and examples for tools. */
  readonly promptsConfig?: PromptsConfig;
}

/** Code mode as it was put on a registry. */
export interface CodeMode {
  /** Give its `visible` to the server. */
  readonly exposure: Exposure;
  /** Give these to a resource registry. */
  readonly resources: readonly ResourceClass[];
  /** Ends what still runs. */
  close(): void;
}

/** Puts `run` and `find_tools` on a registry, and gives the resources that tell of its tools. */
export function addCodeMode(registry: ToolRegistry, options: CodeModeOptions = {}): CodeMode {
  const { expose = 'all', promptsConfig = new PromptsConfig(), ...forCode } = options;
  const exposure = new Exposure(registry, expose);
  const runner = new CodeRunner(registry, forCode);
  const { container } = registry.instances;
  container.set({ id: ToolRegistry, value: registry });
  container.set({ id: Exposure, value: exposure });
  container.set({ id: PromptsConfig, value: promptsConfig });
  container.set({ id: CodeRunner, value: runner });
  registry.register([Run, FindTools]);
  return {
    exposure,
    resources: [OnetoolTools, OnetoolTool, OnetoolDescription],
    close: () => runner.close(),
  };
}
