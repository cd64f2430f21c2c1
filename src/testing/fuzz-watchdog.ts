import { Worker } from 'node:worker_threads';

// Runs beside the thread that may be blocked: a timer there would never fire.
const CODE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  let timer;
  parentPort.on('message', (text) => {
    clearTimeout(timer);
    if (text === null) return;
    timer = setTimeout(() => {
      try { writeSync(2, text + '\\n'); } catch {}
      process.kill(process.pid, 'SIGKILL');
    }, workerData);
  });
`;

/**
 * Watches calls that may never return to the event loop, such as an endless loop: nothing in JavaScript can interrupt
 * one, so the process is ended, after a text on stderr that says which call it was.
 */
export class Watchdog {
  private readonly worker: Worker;

  /** `limit` is in milliseconds. */
  constructor(limit: number) {
    this.worker = new Worker(CODE, { eval: true, workerData: limit });
    this.worker.unref();
  }

  /** Watches a call, which the text names, until the next one or the end. */
  watch(text: string): void {
    this.worker.postMessage(text);
  }

  async end(): Promise<void> {
    this.worker.postMessage(null);
    await this.worker.terminate();
  }
}
