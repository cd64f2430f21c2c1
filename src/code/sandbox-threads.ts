import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SandboxLimits } from './sandbox-limits';

// Only what is used here; TypeScript's own types for it come with the DOM library.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<EngineModule> };
type EngineModule = object;

const SPARE_IDLE_MS = 60_000;

// Compiled once per process; each thread only instantiates it.
let compiled: Promise<EngineModule> | undefined;

/** Starts a separate sandbox thread for every run, and keeps one ready for the next. */
export class SandboxThreads {
  private spare: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly limits: SandboxLimits) {}

  /** Returns a fresh thread. */
  async take(): Promise<Worker> {
    const ready = this.spare;
    this.spare = undefined;
    clearTimeout(this.idle);
    if (!ready) return this.start();
    ready.ref();
    return ready;
  }

  /** Prepares the next thread while the server is idle; it is dropped if it is not used. */
  async prepare(): Promise<void> {
    if (this.closed || this.spare) return;
    const next = await this.start();
    if (this.closed || this.spare) return void next.terminate();
    next.unref();
    next.once('exit', () => {
      if (this.spare === next) this.spare = undefined;
    });
    this.spare = next;
    this.idle = setTimeout(() => this.drop(), SPARE_IDLE_MS).unref();
  }

  close(): void {
    this.closed = true;
    this.drop();
  }

  private drop(): void {
    clearTimeout(this.idle);
    void this.spare?.terminate();
    this.spare = undefined;
  }

  private async start(): Promise<Worker> {
    compiled ??= compileEngine();
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
  return join(__dirname, 'sandbox-worker.cjs');
}
