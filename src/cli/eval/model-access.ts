import { anthropicApi, openaiApi, type ModelApi } from '../../eval';
import { UsageError, type Io } from '../command';
import type { EvalRequest } from './eval-request';

/** How the model of an evaluation is reached. */
export interface ModelAccess {
  readonly api: ModelApi;
  readonly url: URL;
  readonly key: string | undefined;
}

const APIS = {
  anthropic: {
    api: anthropicApi,
    keyVariable: 'ANTHROPIC_API_KEY',
    baseVariable: 'ANTHROPIC_BASE_URL',
    base: 'https://api.anthropic.com',
  },
  openai: {
    api: openaiApi,
    keyVariable: 'OPENAI_API_KEY',
    baseVariable: 'OPENAI_BASE_URL',
    base: 'https://api.openai.com/v1',
  },
} as const;

/** Returns one of the two APIs by its name. */
export function apiNamed(name: ModelApi['name']): ModelApi {
  return APIS[name].api;
}

/** Finds address and key of the model that was asked for; the key comes from the environment alone. */
export function modelAccess({ api: named, model = '', baseUrl }: EvalRequest, env: Io['env']): ModelAccess {
  const { api, keyVariable, baseVariable, base } =
    APIS[named ?? (baseUrl === undefined && model.startsWith('claude') ? 'anthropic' : 'openai')];
  const address = baseUrl ?? env[baseVariable] ?? base;
  const key = env[keyVariable] || undefined;
  if (key === undefined && address === base)
    throw new UsageError(
      `${model} needs a key: set ${keyVariable}, or name another server of models with --base-url`,
    );
  if (!URL.canParse(address)) throw new UsageError(`${baseVariable}: '${address}' is not an address`);
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${api.path}`;
  return { api, url, key };
}
