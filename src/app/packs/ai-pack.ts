import type { Pack } from '../pack';

const TIMEOUT_MS = 120_000;

/** Claude, offered only where an API key is configured. */
export const aiPack: Pack = {
  name: 'ai',
  tools: {
    claude_conversation: () =>
      import('../../tools/claude-conversation.js').then((module) => module.ClaudeConversation),
  },
  offers: ({ env }) => (env['ANTHROPIC_API_KEY'] ? ['claude_conversation'] : []),
  async bind(container, { config, env }) {
    const { Claude } = await import('../../ai/claude.js');
    const seconds = config.tools['claude_conversation']?.timeout;
    const baseUrl = env['ANTHROPIC_BASE_URL'];
    const options = {
      apiKey: env['ANTHROPIC_API_KEY'],
      timeoutMs: seconds ? seconds * 1000 : TIMEOUT_MS,
      model: config.ai.model,
      ...(baseUrl && { baseUrl }),
    };
    container.set({ id: Claude, factory: () => new Claude(options) });
  },
};
