import { resolve } from 'node:path';
import { storeAddress } from './find-store-address';
import type { UsedStates } from '../../serve/modern/used-states';
import type { ServerOptions } from '../../serve/server-options';
import { wordedInstructions } from './make-client-instructions';
import type { OpenApp } from '../open-loaded-app';
import { partsOf } from './make-server-parts';

/** Returns the server options of every connection to an open app, whatever its transport. */
export function serverOptionsOf(open: OpenApp): ServerOptions {
  const { app, config, setup } = open;
  const { stateSecret, usedStates, answerSeconds, listTtl, maxStreams, principal } = config.clients;
  const instructions = wordedInstructions(open);
  return {
    name: app.name,
    version: app.version,
    descriptions: config.descriptions,
    pageSize: config.pageSize,
    visible: setup.exposure.visible,
    ...(instructions !== undefined && { instructions }),
    parts: partsOf(open),
    ...(open.packs.some(({ name }) => name === 'operations') && {
      tasks: async () => (await (await import('./make-operations.js')).operationsOf(setup)).tasks,
    }),
    answerMs: answerSeconds * 1000,
    listTtlMs: listTtl * 1000,
    maxStreams,
    ...(stateSecret !== undefined && { stateSecret }),
    ...(usedStates !== undefined
      ? { usedStates: resolve(setup.cwd, usedStates) }
      : storeAddress(config) !== undefined && { usedStates: sharedStates(open) }),
    ...(principal !== undefined && { principal }),
  };
}

// Loaded for the first answer to a question.
function sharedStates({ setup, app }: OpenApp): UsedStates {
  let made: Promise<UsedStates> | undefined;
  const make = async (): Promise<UsedStates> =>
    (await import('./make-call-records.js')).makeUsedStates(setup, app.name);
  return { use: async (id, expires) => (await (made ??= make())).use(id, expires) };
}
