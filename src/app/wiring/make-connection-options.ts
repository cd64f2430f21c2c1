import { resolve } from 'node:path';
import type { ServerOptions } from '../../serve/server-options';
import { instructionsOf } from './make-client-instructions';
import type { OpenApp } from '../open-loaded';
import { partsOf } from './make-server-parts';

/** Returns the server options of every connection to an open app, whatever its transport. */
export function serverOptionsOf(open: OpenApp): ServerOptions {
  const { app, config, setup } = open;
  const { stateSecret, usedStates, answerSeconds, listTtl } = config.clients;
  return {
    name: app.name,
    version: app.version,
    descriptions: config.descriptions,
    pageSize: config.pageSize,
    visible: setup.exposure.visible,
    ...instructionsOf(open),
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
