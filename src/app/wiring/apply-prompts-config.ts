import { resolve } from 'node:path';
import type { PromptRegistry } from '../../registries/prompt-registry';
import type { PromptsConfig } from '../../prompts-config/prompts-config';
import type { Setup } from '../pack';

/** Reads the prompts file, if one is configured; otherwise loads none of its code. */
export async function readPromptsConfig(
  setup: Pick<Setup, 'config' | 'cwd' | 'log' | 'onClose' | 'trust'>,
): Promise<PromptsConfig | undefined> {
  const { prompts } = setup.config;
  if (prompts === undefined) return undefined;
  const { PromptsFile, promptsText } = await import('../../prompts-config/prompts-file.js');
  const path = resolve(setup.cwd, prompts);
  const accepts = setup.trust.isNamed('prompts', prompts) ? undefined : await setup.trust.judge();
  const mayUse = accepts && ((text: string) => accepts(path, text, 'prompts'));
  if (mayUse && !mayUse(promptsText(path))) return undefined;
  const file = new PromptsFile(path, setup.log, { ...(mayUse && { mayUse }) });
  setup.onClose(() => file.close());
  return file.config;
}

/** Applies the file's texts to the tools, and adds its templates to the prompts. */
export async function applyPromptsConfig(
  config: PromptsConfig,
  setup: Setup,
  prompts: PromptRegistry,
): Promise<void> {
  const [{ overrideDescriptions }, { offerTemplates }] = await Promise.all([
    import('../../prompts-config/prompts-config-overrides.js'),
    import('../../prompts-config/template-prompts.js'),
  ]);
  setup.onClose(overrideDescriptions(setup.registry, config));
  setup.onClose(offerTemplates(prompts, config, setup.log));
}
