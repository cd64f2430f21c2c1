import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CodeLimits } from './code-limits';

// Only what is used here; TypeScript's own types for it come with the DOM library.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<EngineModule> };
type EngineModule = object;

const IDLE_MS = 60_000;
// A thread that has reported the end of a run is free at once; longer than this, and the code is still going on.
const WIND_DOWN_MS = 500;

// Compiled once per process; each thread only instantiates it.
let compiled: Promise<EngineModule> | undefined;

/** Keeps engine threads alive between runs: each run gets a thread to itself, with an engine made for that run. */
export class EngineThreads {
  private readonly idle: Worker[] = [];
  // Whether a thread has nothing left of its last run.
  private readonly states = new Map<Worker, { free: boolean; changed: () => void }>();
  private readonly winding = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly limits: CodeLimits) {}

  /** Returns a thread that nobody else uses. */
  async take(): Promise<Worker> {
    // A new thread costs more than the moment until one is free again.
    if (!this.idle.length && this.winding.size) await Promise.race(this.winding);
    const ready = this.idle.pop() ?? (await this.start());
    ready.ref();
    this.states.set(ready, { free: false, changed: () => undefined });
    return ready;
  }

  /** Takes a thread back whose run has ended by itself; it is ended if it does not become free soon. */
  giveBack(worker: Worker): void {
    const settled = this.freed(worker).then((free) => {
      this.winding.delete(settled);
      if (free && !this.closed) this.rest(worker);
      else void worker.terminate();
    });
    this.winding.add(settled);
  }

  /** Ends a thread whose run did not end by itself, and makes another ready. */
  async replace(worker: Worker): Promise<void> {
    void worker.terminate();
    if (this.closed || this.idle.length) return;
    this.rest(await this.start());
  }

  close(): void {
    this.closed = true;
    this.drop();
  }

  private freed(worker: Worker): Promise<boolean> {
    const state = this.states.get(worker);
    if (!state || state.free) return Promise.resolve(state !== undefined);
    return new Promise((resolve) => {
      const deadline = setTimeout(() => resolve(false), WIND_DOWN_MS);
      state.changed = () => {
        clearTimeout(deadline);
        resolve(state.free);
      };
    });
  }

  private note(worker: Worker, free: boolean): void {
    const state = this.states.get(worker);
    if (!state) return;
    state.free = free;
    state.changed();
  }

  private rest(worker: Worker): void {
    if (this.closed) return void worker.terminate();
    worker.unref();
    this.idle.push(worker);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.drop(), IDLE_MS).unref();
  }

  private drop(): void {
    clearTimeout(this.timer);
    for (const worker of this.idle.splice(0)) void worker.terminate();
  }

  /** Starts one more thread. */
  protected async start(): Promise<Worker> {
    // A failure, such as a full table of open files, is not kept: the next run tries again.
    compiled ??= compileEngine().catch((error: unknown) => {
      compiled = undefined;
      throw error;
    });
    const worker = new Worker(workerFile(), {
      workerData: {
        wasm: await compiled,
        memoryBytes: this.limits.memoryBytes,
        stackBytes: this.limits.stackBytes,
      },
      env: {},
      argv: [],
      execArgv: [],
      // Output of the engine must never reach the protocol's stream.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    worker.on('error', () => undefined);
    worker.on('message', () => this.note(worker, true));
    worker.once('exit', () => {
      this.note(worker, false);
      this.states.delete(worker);
      const at = this.idle.indexOf(worker);
      if (at >= 0) this.idle.splice(at, 1);
    });
    return worker;
  }
}

async function compileEngine(): Promise<EngineModule> {
  const bundled = join(__dirname, 'quickjs.wasm');
  const file = existsSync(bundled) ? bundled : require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  return WebAssembly.compile(await readFile(file));
}

// Next to this module, in sources and builds; a bundle has a copy next to itself.
function workerFile(): string {
  return join(__dirname, 'thread', 'worker.cjs');
}
