import { resolve } from 'node:path';
import { wordToolNames } from '../../base/word-tool-names';
import type { ServerOptions } from '../../serve/server-options';
import { instructionsOf } from './make-client-instructions';
import type { OpenApp } from '../open-loaded-app';
import { partsOf } from './make-server-parts';
import { spellingOf } from '../../registries/tool-spelling';

/** Returns the server options of every connection to an open app, whatever its transport. */
export function serverOptionsOf(open: OpenApp): ServerOptions {
  const { app, config, setup } = open;
  const { stateSecret, usedStates, answerSeconds, listTtl } = config.clients;
  const { instructions } = instructionsOf(open);
  return {
    name: app.name,
    version: app.version,
    descriptions: config.descriptions,
    pageSize: config.pageSize,
    visible: setup.exposure.visible,
    ...(instructions !== undefined && {
      instructions: wordToolNames(
        instructions,
        spellingOf(setup.registry, setup.registry.list().filter(setup.exposure.visible)),
      ),
    }),
    parts: partsOf(open),
    ...(open.packs.some(({ name }) => name === 'operations') && {
      tasks: async () => (await import('./make-operations.js')).operationsOf(setup).tasks,
    }),
    answerMs: answerSeconds * 1000,
    listTtlMs: listTtl * 1000,
    ...(stateSecret !== undefined && { stateSecret }),
    ...(usedStates !== undefined && { usedStates: resolve(setup.cwd, usedStates) }),
  };
}
