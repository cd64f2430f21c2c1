import type { Logger } from '../logger';
import type { PromptRegistry } from '../registries/prompt-registry';
import type { PromptsConfig } from './prompts-config';
import { promptFromTemplate } from './prompt-template-text';

/** Serves the templates of a prompts file as prompts, and updates them when it changes. */
export function offerTemplates(prompts: PromptRegistry, config: PromptsConfig, log: Logger): () => void {
  let offered: string[] = [];
  const apply = (): void => {
    for (const name of offered) prompts.unregister(name);
    offered = [];
    for (const [name, template] of Object.entries(config.templates)) {
      if (prompts.names().includes(name)) {
        log.warning(`Template '${name}' is skipped: a prompt with that name already exists`);
        continue;
      }
      prompts.register(promptFromTemplate(name, template));
      offered.push(name);
    }
  };
  apply();
  return config.onChange(apply);
}
