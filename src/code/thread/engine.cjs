'use strict';
// One QuickJS engine over a bounded memory. To make one costs several times the CPU of a short run, so a thread makes it
// once and puts it back after each run: every byte of its memory is as it was when the engine was made, and nothing else
// of an engine changes. Whatever is made of it on this side (handles) is of no use after that.
const { newQuickJSWASMModuleFromVariant, newVariant } = require('quickjs-emscripten-core');
const variant = require('@jitl/quickjs-wasmfile-release-sync');

const FIRST_PAGES = 256;

exports.PAGE_BYTES = 65536;

exports.Engine = class Engine {
  #bytes;
  #made;

  /** `functions` are what the code inside can call, `source` is a function that is called with them, `interrupts` ends code. */
  static async make({ wasm, mostPages, stackBytes, functions, source, interrupts }) {
    const memory = new WebAssembly.Memory({
      initial: FIRST_PAGES,
      maximum: Math.max(FIRST_PAGES, mostPages),
    });
    const quickjs = await newQuickJSWASMModuleFromVariant(
      newVariant(variant.default ?? variant, { wasmModule: wasm, wasmMemory: memory }),
    );
    const runtime = quickjs.newRuntime();
    runtime.setMaxStackSize(stackBytes);
    runtime.setInterruptHandler(interrupts);
    const context = runtime.newContext();
    const host = context.newObject();
    for (const [name, run] of Object.entries(functions))
      context.newFunction(name, run).consume((handle) => context.setProp(host, name, handle));
    const prepare = context.unwrapResult(context.evalCode(`(${source})`, 'prelude.js'));
    return new Engine({ memory, runtime, context, host, prepare });
  }

  constructor(parts) {
    Object.assign(this, parts);
    this.#bytes = new Uint8Array(this.memory.buffer);
    this.#made = this.#bytes.slice(0, lengthInUse(this.memory.buffer));
  }

  /** Puts the engine back into the state it was made in; returns false if its memory has grown, which can't be undone. */
  restore() {
    if (this.memory.buffer !== this.#bytes.buffer) return false;
    this.#bytes.set(this.#made);
    this.#bytes.fill(0, this.#made.length);
    return true;
  }
};

// Beyond this there are only zeros.
function lengthInUse(buffer) {
  const words = new Uint32Array(buffer);
  let end = words.length;
  while (end > 0 && words[end - 1] === 0) end--;
  return end * Uint32Array.BYTES_PER_ELEMENT;
}
