import { shownAddress } from '../redis/redis-address';
import type { App } from './app';
import { SignalEnd } from './end-on-signals';
import { openForServer } from './open-app-for-server';
import type { World } from './world';

/** A worker that runs. */
export interface RunningWorker {
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

// How long closing may take beyond the grace period of running work before the process exits anyway.
const CLOSING_MS = 3000;
const REPORT_MS = 30_000;

/** Runs the shared operations of an app until a signal arrives; undefined if the app shares none. */
export async function runWorker(app: App, world: World): Promise<RunningWorker | undefined> {
  const { open, logging } = await openForServer(app, world);
  const { config, setup } = open;
  const { engine: address, grace, maxRunning } = config.operations;
  const finish = async (): Promise<void> => {
    await open.close();
    await logging.close();
  };
  if (address === 'memory') {
    await finish();
    return undefined;
  }
  const { makeWorker } = await import('./wiring/make-shared-operations.js');
  const worker = makeWorker(setup);
  const { log } = logging;
  log.info(
    `Worker ${worker.name} runs up to ${maxRunning} operations of ${app.name} from ${shownAddress(address)}`,
  );
  const report = setInterval(() => void worker.report(), REPORT_MS).unref();
  let end = (): void => undefined;
  const ending = new Promise<void>((resolve) => (end = resolve));
  const signals = new SignalEnd({ close: async () => end() });
  const ended = ending.then(async () => {
    const patience = setTimeout(() => process.exit(), grace * 1000 + CLOSING_MS).unref();
    clearInterval(report);
    await worker.close(grace * 1000);
    log.info(`Worker ${worker.name} has ended`);
    await finish();
    clearTimeout(patience);
    signals.leave();
  });
  return {
    ended,
    close: async () => {
      end();
      await ended;
    },
  };
}
