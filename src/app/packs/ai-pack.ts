import type { Pack } from '../pack';
import { configInForce } from '../wiring/config-in-force';

const TIMEOUT_MS = 120_000;

/** Claude, offered only where an API key is configured. */
export const aiPack: Pack = {
  name: 'ai',
  tools: {
    claude_conversation: () =>
      import('../../tools/claude-conversation.js').then((module) => module.ClaudeConversation),
  },
  offers: ({ env }) => (env['ANTHROPIC_API_KEY'] ? ['claude_conversation'] : []),
  async bind(container, setup) {
    const { config, env } = setup;
    const { Claude } = await import('../../ai/claude.js');
    const baseUrl = env['ANTHROPIC_BASE_URL'];
    const options = {
      apiKey: env['ANTHROPIC_API_KEY'],
      get timeoutMs() {
        const seconds = configInForce(setup).config.tools['claude_conversation']?.timeout;
        return seconds ? seconds * 1000 : TIMEOUT_MS;
      },
      model: config.ai.model,
      ...(baseUrl && { baseUrl }),
    };
    container.set({ id: Claude, factory: () => new Claude(options) });
  },
};
