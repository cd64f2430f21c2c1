import { defineApp, type ToolSource } from '../../src/index';
import { loadForServer } from '../../src/app/load-app-for-server';
import { openLoaded, type OpenApp } from '../../src/app/open-loaded-app';
import { makeWorker } from '../../src/app/wiring/make-shared-operations';
import { operationsOf } from '../../src/app/wiring/make-operations';
import type { Tasks } from '../../src/calls/call-tasks';
import { ownedBy } from '../../src/operations/operation';
import type { SharedEngine } from '../../src/operations/shared/shared-engine';
import type { SharedWorker } from '../../src/operations/shared/shared-worker';
import { silentLogger } from '../../src/logger';
import type { Session } from '../../src/tool-context';
import type { ToolResult } from '../../src/tool-result';
import { temporaryDirectory } from './temporary-directory';

/** A process of an app that shares its operations: a server, a worker or both. */
export interface SharingApp {
  readonly open: OpenApp;
  readonly engine: SharedEngine;
  readonly tasks: Tasks;
  /** Calls a tool for a session, as its client would. */
  call(tool: string, args?: Record<string, unknown>, session?: Session): Promise<Record<string, unknown>>;
  worker(): SharedWorker;
  close(): Promise<void>;
}

/** Opens an app whose operations are in a Redis, as each server and each worker does. */
export async function sharingApp(
  address: string,
  tools: ToolSource,
  settings: Record<string, string | boolean> = {},
  serves = true,
): Promise<SharingApp> {
  const app = defineApp({ name: 'shop', tools, packs: ['operations'] });
  const cwd = temporaryDirectory('tw-shared');
  const options = {
    operations: address,
    'operations-lease': '1',
    'operations-inline-wait': '0',
    'operations-grace': '0.2',
    ...settings,
  };
  const loaded = await loadForServer(app, { cwd, env: {}, options, model: app.configModel });
  const open = await openLoaded(app, { loaded, cwd, env: {}, log: silentLogger, serves });
  const { engine, tasks } = await operationsOf(open.setup);
  const workers: SharedWorker[] = [];
  return {
    open,
    engine: engine as SharedEngine,
    tasks,
    async call(tool, args = {}, session = caller('ada')) {
      const { result, isError } = await open.registry.call(tool, args, { door: 'client', session });
      const value = (result as ToolResult).value ?? (result as unknown as { toJSON?(): unknown }).toJSON?.();
      const text = (result as ToolResult).content
        ?.map((block) => ('text' in block ? block.text : ''))
        .join('\n');
      // An operation that ended while its call was being answered has an id all the same.
      const [latest] = (await engine.list(ownedBy(session))).slice(-1);
      return {
        operation_id: latest?.id,
        ...(value as object),
        isError,
        text: text ?? JSON.stringify(result),
      };
    },
    worker() {
      const worker = makeWorker(open.setup);
      workers.push(worker);
      return worker;
    },
    async close() {
      for (const worker of workers) await worker.close(0);
      await open.close();
    },
  };
}

/** A caller with a name, and what else it brings. */
export function caller(principal: string, more: Partial<Session> = {}): Session {
  return { id: `principal ${principal}`, principal, ...more };
}
