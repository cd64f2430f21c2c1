import { shownAddress } from '../redis/redis-address';
import { ConfigError } from '../config';
import type { App } from './app';
import { TimelyEnd } from './end-in-time';
import { openForServer } from './open-app-for-server';
import { withLeftOut } from './with-left-out';
import type { World } from './world';

/** A worker that runs. */
export interface RunningWorker {
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

// How long closing may take beyond the grace period of running work before the process exits anyway.
const CLOSING_MS = 3000;
const REPORT_MS = 30_000;

/** Runs the shared operations of an app until a signal arrives; an app that shares none is refused. */
export async function runWorker(app: App, world: World): Promise<RunningWorker> {
  const opened = await openForServer(app, world, { serves: false });
  const { open, logging } = opened;
  const { config, setup } = open;
  const { engine: address, grace, maxRunning } = config.operations;
  if (address === 'memory') {
    await open.close();
    await logging.close();
    const path = 'operations.engine';
    const problem = {
      origin: setup.sources.where(path),
      path,
      message: 'names no Redis to take operations from',
      cure: 'Set `operations: redis://…` as the servers do.',
      unset: true as const,
    };
    throw await withLeftOut(new ConfigError([problem]), setup, world);
  }
  const end = new TimelyEnd({ opened, workMs: grace * 1000 + CLOSING_MS, stderr: world.stderr });
  const { makeWorker } = await import('./wiring/make-shared-operations.js');
  const worker = makeWorker(setup);
  const { log } = logging;
  log.info(
    `Worker ${worker.name} runs up to ${maxRunning} operations of ${app.name} from ${shownAddress(address)}`,
  );
  const report = setInterval(() => void worker.report(), REPORT_MS).unref();
  let begin = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (begin = resolve)).then(async () => {
    end.noticed();
    const patience = setTimeout(() => process.exit(), grace * 1000 + CLOSING_MS).unref();
    clearInterval(report);
    await worker.close(grace * 1000);
    log.info(`Worker ${worker.name} has ended`);
    clearTimeout(patience);
  });
  const ended = end.attach({ ended: stopped, close: async () => begin() });
  return {
    ended,
    close: async () => {
      begin();
      await ended;
    },
  };
}
