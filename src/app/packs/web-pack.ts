import type { Pack } from '../pack';

const KEY = 'BRAVE_API_KEY';

/** `web_fetch`, `brave_web_search` if the environment has an API key for it, and their prompts. */
export const webPack: Pack = {
  name: 'web',
  tools: {
    web_fetch: () => import('../../tools/web-fetch.js').then((module) => module.WebFetch),
    brave_web_search: () => import('../../tools/brave-web-search.js').then((module) => module.BraveWebSearch),
  },
  prompts: {
    batch_search: () => import('../../prompts/batch-search.js').then((module) => module.BatchSearch),
    transform_data: () => import('../../prompts/transform-data.js').then((module) => module.TransformData),
  },
  offers: ({ env }) => (env[KEY] ? ['web_fetch', 'brave_web_search'] : ['web_fetch']),
  async bind(container, { config, env, registry, onClose }) {
    const [{ WebClient }, { PageReader }, { BraveSearch }, { ToolRegistry }] = await Promise.all([
      import('../../web/web-client.js'),
      import('../../web/web-page-reader.js'),
      import('../../web/brave-search.js'),
      import('../../registries/tool-registry.js'),
    ]);
    container.set({ id: ToolRegistry, value: registry });
    const { allowPrivate, timeout, maxBytes, searchUrl } = config.web;
    const limits = { timeoutMs: timeout * 1000, maxBytes };
    container.set({
      id: WebClient,
      factory: () => {
        const client = new WebClient({ ...limits, allowPrivate });
        onClose(() => client.close());
        return client;
      },
    });
    container.set({
      id: PageReader,
      factory: () => {
        const reader = new PageReader();
        onClose(() => reader.close());
        return reader;
      },
    });
    container.set({
      id: BraveSearch,
      factory: () => {
        // The operator named this address, so it may be anywhere; but it may not redirect elsewhere.
        const client = new WebClient({ ...limits, allowPrivate: searchUrl !== undefined, maxRedirects: 0 });
        onClose(() => client.close());
        return new BraveSearch(client, env[KEY] ?? '', searchUrl);
      },
    });
  },
};
